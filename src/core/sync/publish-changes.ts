/** What changed here since the last sync, as lines for the other machines. */
import type { BundleLine, BundleProjectLine } from '../../contract/bundle.ts'
import { redactLine } from '../bundle/redact-line.ts'
import type { Change, Cursor } from '../ports/change-feed.ts'
import type { Redactor } from '../ports/redactor.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { isShared } from './shared-memory.ts'

const pageSize = 200

/** @returns the lines of one page of the feed, and how far it was read */
export async function readChanges(
  from: Cursor,
  { store, redactor }: { readonly store: Store; readonly redactor: Redactor },
  sentProjects: Set<string>,
): Promise<{ readonly lines: string[]; readonly cursor: Cursor; readonly isLast: boolean }> {
  const filter = { subjects: ['memory'], latestOnly: true } as const
  return store.transaction(
    async (tx) => {
      const page = await tx.changes.after(from, pageSize, filter)
      const lines: BundleLine[] = []
      for (const change of page.changes) lines.push(...(await linesOf(change, tx, sentProjects)))
      return {
        lines: lines.map((line) => JSON.stringify(redactLine(line, redactor))),
        cursor: page.cursor,
        isLast: page.changes.length < pageSize,
      }
    },
    { durable: false },
  )
}

async function linesOf(
  { id }: Change,
  tx: StoreTransaction,
  sentProjects: Set<string>,
): Promise<BundleLine[]> {
  const line = await tx.bundles.memory(id)
  const received = await tx.sync.received(id)
  if (!line) {
    const forgotten = await tx.memories.findForgotten(id)
    if (!forgotten || received?.version === 0) return []
    const { scope, scopeId, forgottenAt } = forgotten
    if (!isShared({ scope, standing: 'memory' })) return []
    return [{ type: 'forgotten', id, scope, scopeId, forgottenAt }]
  }
  const { memory } = line
  if (!isShared(memory) || received?.version === memory.version) return []
  const project = await projectLine(memory.scopeId, tx, sentProjects)
  return [...project, { ...line, sources: [] }]
}

async function projectLine(
  id: string,
  { projects }: StoreTransaction,
  sent: Set<string>,
): Promise<BundleProjectLine[]> {
  const project = id === '' || sent.has(id) ? undefined : await projects.find(id)
  if (!project) return []
  sent.add(id)
  const { identity, name, createdAt } = project
  const aliases = await projects.aliasesOf(id)
  return [{ type: 'project', id, identity, name, createdAt, aliases, commits: [] }]
}
