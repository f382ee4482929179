/**
 * Finds the memories that consolidation may change: those that another one in reach repeats or
 * denies. Every change is based on such a pair and changes no content, so all others are skipped
 * before the transaction starts.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import { saysSame } from '../memory/sameness.ts'
import type { ConsolidationStore, Saying } from '../ports/review-store.ts'
import { findOpposites, groupByNames, rarestWords, type Stated } from './group-statements.ts'
import { enoughProjects } from './raise-recurring.ts'
import { isSelected } from './run.ts'

/** @returns ids; memories written meanwhile may be missing */
export async function findCandidates(
  projectId: string | 'all',
  account: ConsolidationStore,
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
  account: ConsolidationStore,
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

async function* everySaying(account: ConsolidationStore): AsyncGenerator<Saying> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await account.sayings(after, pageSize)
    yield* page
    after = page.at(-1)?.id
  }
}

function poolsOf(saying: Saying, projectId: string | 'all'): string[] {
  const { scope, scopeId, kind } = saying
  const isOwn = isSelected(saying, projectId)
  const mayRise = enoughProjects.has(kind) && (isOwn || scope === 'project')
  return [
    ...(isOwn && scope !== 'global' ? [saying.projectId ?? `${scope} ${scopeId}`] : []),
    ...(scope === 'global' || mayRise ? ['everywhere'] : []),
  ]
}

interface ReadSaying extends Stated {
  readonly id: string
  readonly content: string
}

/** @returns ids of statements that another one repeats or denies */
export async function findAlike(pool: readonly ReadSaying[]): Promise<Set<string>> {
  const alike = new Set<string>()
  for (const pair of findOpposites(pool)) for (const { id } of pair) alike.add(id)
  for (const group of groupByNames(pool)) {
    await yieldToEventLoop()
    if (group.length > 1) await addSame(group, alike)
  }
  return alike
}

/** Comparisons per statement, starting with those that share its rarest words. */
const mostCompared = 5_000

async function addSame(group: readonly ReadSaying[], alike: Set<string>): Promise<void> {
  const tell = rarestWords(group)
  const byWord = new Map<number, ReadSaying[]>()
  for (const one of group) {
    await yieldToEventLoop()
    let compared = 0
    for (const word of tell(one)) {
      const others = byWord.get(word) ?? []
      for (const other of others) {
        if (compared === mostCompared) break
        compared += 1
        if (isSame(one, other)) alike.add(one.id).add(other.id)
      }
      if (others.push(one) === 1) byWord.set(word, others)
    }
  }
}

function isSame(one: ReadSaying, other: ReadSaying): boolean {
  return one.content === other.content || saysSame(one.statement, other.statement)
}
