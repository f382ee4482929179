/** Merges memories of one address that say the same, after moves, imports and edits. */
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
    const action = await mergeInto(run, kept, closing, 'they say the same')
    actions.push({ ...action, memory: await run.confirmRepeated(action.memory) })
  }
  return actions
}

/** The kept memory takes over what the others have and replaces them. */
export async function mergeInto(
  run: Pick<ConsolidationRun, 'tx' | 'at'>,
  kept: Memory,
  closing: readonly Memory[],
  reason: string,
): Promise<ConsolidationAction> {
  // First, because the kept memory may take over a key.
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
