/** What happened to memories since a wiki was built. */
import { shortId } from '../../model/memory.ts'
import { type Cursor, feedStart } from '../../ports/change-feed.ts'
import type { Store } from '../../ports/store.ts'

export interface ChangesSince {
  readonly cursor: Cursor
  /** Ids of memories, each once. */
  readonly ids: ReadonlySet<string>
  /** Anchors of those that were forgotten and restored. */
  readonly restored: ReadonlySet<string>
}

const batch = 1_000

/** Without a cursor everything is new, and nothing was restored since. */
export async function readChangesSince(
  from: Cursor | undefined,
  { changes: feed }: Pick<Store, 'changes'>,
): Promise<ChangesSince> {
  if (from === undefined) return { cursor: await feed.head(), ids: new Set(), restored: new Set() }
  const [ids, restored] = [new Set<string>(), new Set<string>()]
  let cursor = from === '' ? feedStart : from
  for (;;) {
    const page = await feed.after(cursor, batch, { subjects: ['memory'] })
    for (const { id, kind } of page.changes) {
      ids.add(id)
      if (kind === 'restored') restored.add(shortId(id))
    }
    cursor = page.cursor
    if (page.changes.length < batch) return { cursor, ids, restored }
  }
}
