/**
 * Finds the memories consolidation must look at: those that another one in reach repeats or denies.
 * Every change rests on such a pair and changes no content, so all others can be skipped before the
 * transaction starts.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import type { ConsolidationReader, Saying } from '../ports/review-store.ts'
import { findAlike, type ReadSaying } from './find-alike.ts'
import { enoughProjects } from './raise-recurring.ts'
import { isMeant } from './run.ts'

/** @returns ids; memories written meanwhile may be missing */
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

/** Groups memories that can meet: each project with its sessions, and all projects. */
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
