/** Merges memories of one address that say the same: they arise by moves, imports and edits. */
import type { Memory } from '../model/memory.ts'
import {
  joinLabels,
  keyOf,
  passSources,
  supersedeWith,
  updateIfChanged,
} from './absorb-memories.ts'
import { compareWorth } from './compare-worth.ts'
import { groupSame } from './group-same.ts'
import { type ConsolidationAction, type ConsolidationRun, mayClose, type Said } from './run.ts'

export async function mergeDuplicates(
  run: ConsolidationRun,
  said: readonly Said[],
): Promise<ConsolidationAction[]> {
  const actions: ConsolidationAction[] = []
  for (const [kept, ...others] of groupSame(said.toSorted(compareWorth))) {
    const closing = others.filter((memory) => mayClose(run, memory))
    if (kept === undefined || closing.length === 0) continue
    actions.push(await mergeInto(run, kept, closing, 'they say the same'))
  }
  return actions
}

/** Whatever the others know is known of the kept one, and it takes their place. */
export async function mergeInto(
  run: Pick<ConsolidationRun, 'tx' | 'at'>,
  kept: Memory,
  closing: readonly Memory[],
  reason: string,
): Promise<ConsolidationAction> {
  // First, because the kept one may take over a key.
  const closed = await supersedeWith(run, kept, closing)
  const memory = await updateIfChanged(run, kept, {
    ...joinLabels(kept, closing),
    key: keyOf([kept, ...closing]) ?? null,
    pinned: [kept, ...closing].some(({ pinned }) => pinned),
  })
  await passSources(run, kept, closing)
  for (const { id } of closing) {
    await run.tx.addLink({ from: kept.id, relation: 'supersedes', to: id, createdAt: run.at })
  }
  return { kind: 'merge', reason, memory, before: kept.version, evidence: closing, closed }
}
