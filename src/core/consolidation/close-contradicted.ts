/**
 * Closes memories that a later one contradicts. Leaves doubtful cases for review: unclear order or
 * trust, a statement repeated since, several possible targets.
 */
import { compareTrust } from '../memory/merge.ts'
import type { Memory, MemoryLink } from '../model/memory.ts'
import { supersedeWith } from './absorb-memories.ts'
import { findOpposites } from './group-statements.ts'
import {
  type ConsolidationAction,
  type ConsolidationRun,
  compareText,
  isCandidate,
  mayClose,
  type Said,
} from './run.ts'

interface Contradiction {
  readonly earlier: Memory
  readonly later: Memory
  readonly isOpposite: boolean
}

/**
 * @param said memories of one address
 * @param links all `contradicts` links
 */
export async function closeContradicted(
  run: ConsolidationRun,
  said: readonly Said[],
  links: readonly MemoryLink[],
): Promise<ConsolidationAction[]> {
  const actions: ConsolidationAction[] = []
  const closed = new Set<string>()
  for (const contradiction of findContradictions(said, links)) {
    const { earlier, later } = contradiction
    if (closed.has(earlier.id) || closed.has(later.id) || !mayClose(run, earlier)) continue
    const reason = await findReason(run, contradiction)
    if (reason === undefined) continue
    closed.add(earlier.id)
    actions.push({
      kind: 'close',
      reason,
      memory: later,
      before: later.version,
      evidence: [earlier],
      closed: await supersedeWith(run, later, [earlier]),
    })
    const link = { from: later.id, relation: 'supersedes', to: earlier.id } as const
    await run.tx.addLink({ ...link, createdAt: run.at })
  }
  return actions
}

/** Earliest contradiction first. */
function findContradictions(said: readonly Said[], links: readonly MemoryLink[]): Contradiction[] {
  const byId = new Map(said.map(({ memory }) => [memory.id, memory]))
  const found = new Map<string, Contradiction>()
  const confirmed = said.filter(({ memory }) => !isCandidate(memory))
  for (const [one, other] of findOpposites(confirmed)) add(found, [one.memory, other.memory], true)
  for (const { from, to } of links) {
    const [one, other] = [byId.get(from), byId.get(to)]
    if (one && other && ![one, other].some(isCandidate)) add(found, [one, other], false)
  }
  return [...found.entries()]
    .sort(
      ([one, a], [other, b]) =>
        compareText(a.later.validFrom, b.later.validFrom) || compareText(one, other),
    )
    .map(([, contradiction]) => contradiction)
}

function add(
  found: Map<string, Contradiction>,
  [one, other]: readonly [Memory, Memory],
  isOpposite: boolean,
): void {
  const [earlier, later] = one.validFrom < other.validFrom ? [one, other] : [other, one]
  const name = `${earlier.id} ${later.id}`
  if (!found.has(name)) found.set(name, { earlier, later, isOpposite })
}

async function findReason(
  run: ConsolidationRun,
  contradiction: Contradiction,
): Promise<string | undefined> {
  const { earlier, later, isOpposite } = contradiction
  // After even a small edit it stays: someone saw the earlier memory and kept it.
  if (later.validFrom <= earlier.updatedAt || later.validFrom <= earlier.validFrom) return undefined
  const links = (await run.tx.links(later.id)).filter(({ relation }) => relation === 'contradicts')
  if (links.some(({ from }) => from === earlier.id)) return undefined
  const meant = links.filter(({ from }) => from === later.id)
  if (!isOpposite && meant.length > 1) return undefined
  if (later.trust === 'user') return 'the user said otherwise later'
  if (compareTrust(later.trust, earlier.trust) < 0) return undefined
  const sessionFrom = await run.account.learnedInSessionFrom(later.id)
  const isLaterSession = sessionFrom !== undefined && sessionFrom > earlier.validFrom
  return isLaterSession ? 'a later session said otherwise' : undefined
}
