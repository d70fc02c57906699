# SPDX-License-Identifier: GPL-2.0-or-later
"""`python -m tests.audit`: known vulnerabilities of the locked environment, by pip-audit; says so where nothing can be asked.

Ends with 1 where something is known.  Without pip-audit, without a network, or where no database answers: one line with the reason, and 0.
"""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements.lock"


def verdict(answer: str, said: str) -> tuple[int, str]:
    """Status and words for what pip-audit wrote (JSON) and said on stderr."""
    try:
        found = json.loads(answer)["dependencies"]
    except (ValueError, KeyError, TypeError):
        why = (said.strip().splitlines() or ["no answer"])[-1]
        return 0, f"audit: skipped, no advisory database could be asked ({why[:200]})"
    asked = [entry for entry in found if "skip_reason" not in entry]
    if not asked:
        why = found[0]["skip_reason"] if found else "no packages"
        return 0, f"audit: skipped, the database knows none of {len(found)} packages ({why[:120]})"
    known = [f"{entry['name']} {entry['version']}: {vuln['id']}" for entry in asked for vuln in entry["vulns"]]
    words = f"audit: {len(asked)} of {len(found)} locked packages asked about: {len(known)} known vulnerabilities"
    return int(bool(known)), "\n  ".join([words, *known])


def main() -> int:
    """Ask, and say what came of it."""
    if importlib.util.find_spec("pip_audit") is None:
        sys.stdout.write("audit: skipped, pip-audit is not installed\n")
        return 0
    command = [sys.executable, "-m", "pip_audit", "-r", str(LOCK), "--no-deps", "--disable-pip", "-f", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run([*command, "--timeout", "10"], capture_output=True, text=True, check=False, timeout=90)
    except subprocess.TimeoutExpired:
        sys.stdout.write("audit: skipped, no advisory database could be asked (no answer within 90 s)\n")
        return 0
    status, words = verdict(done.stdout, done.stderr)
    sys.stdout.write(words + "\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
