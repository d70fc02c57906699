# SPDX-License-Identifier: GPL-2.0-or-later
"""netdev-digest: archived patch-review threads in, one summary a maintainer can trust per series out.

The whole flow, each stage consuming the one before it once:

    archive.read(shard)       path      -> Message | Problem     what container is it, which mails are in it
    reading.read(message)     Message   -> Record                what one mail says by itself: its patch, its tags, its numbers
    mail.merge(records)       Record    -> Record                copies of one mail become one
    mail.threads(records)     Record    -> Thread                who answers whom
    patch.assemble(threads)   Thread    -> Series                cover, patches, revisions, follow-ups
    summary.summarise(series) Series    -> Summary               the facts: tags attributed, state, comparisons, open questions
    publish.write(summaries)  Summary   -> files                 pages, records, feeds
"""

__version__ = "0.1.0"
