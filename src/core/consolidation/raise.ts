/** Raises a statement that recurs in narrow scopes to a wider one. */
import { joinTrust } from '../memory/merge.ts'

import type { Memory, ScopeAddress } from '../model/memory.ts'
import {
  joinLabels,
  keyOf,
  passSources,
  sharedLabels,
  supersedeWith,
  updateIfChanged,
} from './absorb-memories.ts'
import { compareWorth } from './compare-worth.ts'
import { findOpposites } from './find-opposites.ts'
import { groupSame } from './group-same.ts'
import {
  type ConsolidationAction,
  type ConsolidationRun,
  isAt,
  mayClose,
  type Said,
  selectSaid,
} from './run.ts'

export interface Rise {
  readonly to: ScopeAddress
  /** Of several that say the same, the first is raised. */
  readonly candidates: readonly Said[]
  /** Whether to take tags, keywords and files that any of them has, or only shared ones. */
  readonly labels: 'all' | 'shared'
  /** Why these are enough to raise the statement; undefined if they are not. */
  findReason(formers: readonly Memory[], isKnown: boolean): string | undefined
}

/** Skips statements that another one denies or that a person took back. */
export async function raise(run: ConsolidationRun, rise: Rise): Promise<ConsolidationAction[]> {
  const { to, candidates } = rise
  if (candidates.length === 0) return []
  const isThere = isAt(to)
  const known = selectSaid(run, isThere).sort(compareWorth)
  const actions: ConsolidationAction[] = []
  for (const group of groupAgreed(run, [...known, ...candidates])) {
    const target = group.find(isThere)
    const formers = group.filter((memory) => !isThere(memory))
    const [first, ...others] = formers
    const reason = rise.findReason(formers, target !== undefined)
    const closing = formers.filter((memory) => mayClose(run, memory))
    if (first === undefined || reason === undefined || closing.length === 0) continue
    if (await isTaken(run, to, group, target)) continue
    const memory = await (target
      ? complete(run, rise, target, formers)
      : insertRaised(run, rise, first, others))
    const closed = await supersedeWith(run, memory, closing)
    await passSources(run, memory, formers)
    for (const { id } of formers) {
      await run.tx.addLink({ from: memory.id, relation: 'derived-from', to: id, createdAt: run.at })
    }
    const before = target?.version
    actions.push({ kind: 'raise', reason, memory, before, evidence: formers, closed })
  }
  return actions
}

/** Memories that say the same, unless another one denies it or a person took one back. */
export function groupAgreed({ spared }: ConsolidationRun, pool: readonly Said[]): Memory[][] {
  const denied = new Set(findOpposites(pool).flatMap((pair) => pair.map(({ memory }) => memory.id)))
  return groupSame(pool).filter(
    (group) => !group.some(({ id }) => denied.has(id) || spared.has(id)),
  )
}

/** Whether another memory there has the key, or the same content. */
async function isTaken(
  { tx }: ConsolidationRun,
  to: ScopeAddress,
  group: readonly Memory[],
  target: Memory | undefined,
): Promise<boolean> {
  const key = keyOf(group)
  if (key !== undefined) {
    const named = await tx.findByKey(to, key)
    return named !== undefined && named.id !== target?.id
  }
  const twin = group[0] && (await tx.findByHash(to, group[0].contentHash))
  return target === undefined && twin !== undefined
}

/** The wider scope already has it, so it only takes over labels, key and trust. */
function complete(
  run: ConsolidationRun,
  { labels }: Rise,
  target: Memory,
  formers: readonly Memory[],
): Promise<Memory> {
  const group = [target, ...formers]
  return updateIfChanged(run, target, {
    ...(labels === 'all' && joinLabels(target, formers)),
    key: keyOf(group) ?? null,
    trust: joinTrust(group.map(({ trust }) => trust)),
  })
}

async function insertRaised(
  { tx, ids, at }: ConsolidationRun,
  { to, labels }: Rise,
  first: Memory,
  others: readonly Memory[],
): Promise<Memory> {
  const memory: Memory = {
    ...first,
    ...to,
    ...(labels === 'all' ? joinLabels(first, others) : sharedLabels(first, others)),
    id: ids.next(),
    key: keyOf([first, ...others]),
    pinned: false,
    validFrom: at,
    useCount: 0,
    lastUsedAt: undefined,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
  await tx.insert(memory)
  return memory
}
