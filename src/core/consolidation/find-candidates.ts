/**
 * What consolidation has to look at: memories of which another one says the same or the opposite,
 * where the two can meet. Whatever is done rests on such a pair, and no words are changed by it; so
 * all others can be left aside before anything is written, and nobody waits for that.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { ConsolidationReader, Saying } from '../ports/consolidation-store.ts'
import { findAlike, type ReadSaying } from './find-alike.ts'
import { enoughProjects } from './raise-recurring.ts'
import { isMeant } from './run.ts'

/** @returns ids; what is written meanwhile may be missing */
export async function findCandidates(
  projectId: string | 'all',
  account: ConsolidationReader,
): Promise<Set<string>> {
  const links = await account.contradictions()
  const candidates = new Set(links.flatMap(({ from, to }) => [from, to]))
  for (const pool of await readPools(projectId, account)) {
    for (const id of await findAlike(pool)) candidates.add(id)
  }
  return candidates
}

/** Those that can meet, together: of a project with its sessions, and of all projects. */
async function readPools(
  projectId: string | 'all',
  account: ConsolidationReader,
): Promise<Iterable<readonly ReadSaying[]>> {
  const pools = new Map<string, ReadSaying[]>()
  for await (const saying of everySaying(account)) {
    await yieldToEventLoop()
    const names = poolsOf(saying, projectId)
    if (names.length === 0) continue
    const { id, content } = saying
    const read = { id, content, statement: normaliseStatement(content) }
    for (const name of names) {
      const pool = pools.get(name)
      if (pool) pool.push(read)
      else pools.set(name, [read])
    }
  }
  return pools.values()
}

const pageSize = 500

async function* everySaying(account: ConsolidationReader): AsyncGenerator<Saying> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await account.sayings(after, pageSize)
    yield* page
    after = page.at(-1)?.id
  }
}

function poolsOf(saying: Saying, projectId: string | 'all'): string[] {
  const { scope, scopeId, kind } = saying
  const isOwn = isMeant(saying, projectId)
  const mayRise = enoughProjects.has(kind) && (isOwn || scope === 'project')
  return [
    ...(isOwn && scope !== 'global' ? [saying.projectId ?? `${scope} ${scopeId}`] : []),
    ...(scope === 'global' || mayRise ? ['everywhere'] : []),
  ]
}
