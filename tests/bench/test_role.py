# SPDX-License-Identifier: GPL-2.0-or-later
"""Words -> before / after."""

import pytest

from digest.bench import _role

B, A, N = "before", "after", None


@pytest.mark.parametrize(
    ("labels", "roles"),
    [
        (["Before", "After"], [B, A]),
        (["w/o patch", "w/ patch"], [B, A]),
        (["vanilla", "patched"], [B, A]),
        (["net-next", "this series"], [B, A]),
        (["baseline", "baseline + per-queue pool"], [B, A]),
        (["Original", "optimised path"], [B, A]),
        (["TCP", "RDX (original)", "RDX (batched)"], [N, B, A]),
        (["old stack", "fw (base)", "fw (patch1)", "fw (patch1+2)"], [N, B, A, A]),
        (["cork off", "cork on"], [B, A]),
        (["busy_poll=0", "busy_poll=1"], [B, A]),
        (["FTX-NoMerge", "FTX-AutoMerge"], [B, A]),
        (["board A", "board B"], [N, N]),
        (["TCP Rx", "TCP Tx"], [N, N]),
        (["baseline (drop early)", "baseline hash (no ranges)", "set of 1000"], [N, N, N]),
        (["Without this patch + tc", "With this patch + tc"], [B, A]),
    ],
)
def test_contrast(labels, roles):
    """Labels that stand together tell each other's side; yard-sticks have none."""
    assert roles == _role.contrast(labels)


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("prior to this change", B),
        ("unpatched", B),
        ("no patch", B),
        ("Now", A),
        ("patch applied, GRO on", A),
        ("before and after this patch", N),
        ("eth0", N),
        ("", N),
    ],
)
def test_own(label, role):
    """A label's own words name its side, or both, or none."""
    assert role == _role.own(label)[0]


def test_residue():
    """What is left of a label without its side is the same on both sides."""
    assert _role.residue("Without this patch + tc egress") == _role.residue("With this patch + tc egress") != ""


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Patched vs. unpatched:", N),
        ("Old vs new (Mpps):", N),
        ("Before / after:", N),
        ("The first run is with the patch, the second one is without:", N),
        ("First without the patch, then with the patch:", N),
        ("The upper one is before, the lower one is after:", N),
        ("Before:", B),
        ("Without the patch:\n12 Gbps\nWith the patch:", A),
    ],
)
def test_captions_of_both(text, role):
    """What stands below a caption of both sides has none by it; a label that heads a section gives its own."""
    assert role == _role.cues(text)[-1].role
