/** Closes memories in favour of one that says the same. */
import { normaliseLines, normaliseTags } from '../../contract/memory-text.ts'
import { memoryLimits } from '../../contract/vocabulary.ts'
import { compareTrust, differing, labelTags } from '../memory/merge.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import { groupSame } from './group-statements.ts'
import {
  type ConsolidationAction,
  type ConsolidationRun,
  compareWorth,
  mayClose,
  type Said,
} from './run.ts'

type Writing = Pick<ConsolidationRun, 'tx' | 'at'>

export type Labels = Pick<Memory, 'tags' | 'keywords' | 'files' | 'importance'>

/** @returns the closed memories in their new version */
export async function supersedeWith(
  { tx, at }: Writing,
  { id }: Pick<Memory, 'id'>,
  closing: readonly Memory[],
): Promise<Memory[]> {
  const closed: Memory[] = []
  for (const memory of closing) {
    closed.push(await tx.update(memory.id, { supersededBy: id }, at))
  }
  return closed
}

export async function updateIfChanged(
  { tx, at }: Writing,
  kept: Memory,
  wanted: MemoryChange,
): Promise<Memory> {
  const changes = differing(kept, wanted)
  return Object.keys(changes).length === 0 ? kept : tx.update(kept.id, changes, at)
}

export async function passSources(
  { tx }: Writing,
  { id }: Pick<Memory, 'id'>,
  others: readonly Memory[],
): Promise<void> {
  for (const other of others) await tx.addSources(id, await tx.sources(other.id))
}

/** Combines all labels, except those of less trusted memories; a candidate adds none to a memory. */
export function joinLabels(kept: Memory, others: readonly Memory[]): Labels {
  const trusted = others.filter(
    ({ trust, standing }) =>
      compareTrust(trust, kept.trust) >= 0 && [kept.standing, 'memory'].includes(standing),
  )
  const all = [kept, ...trusted]
  // One memory's automatic tag must not spread to another.
  const ownTags = all.flatMap(({ tags, source }) => labelTags(tags, 'manual', source))
  const tags = normaliseTags(ownTags).slice(0, memoryLimits.tags)
  const joined = (name: 'keywords' | 'files') =>
    normaliseLines(all.flatMap((memory) => memory[name])).slice(0, memoryLimits[name])
  return {
    tags: labelTags(tags, kept.source),
    keywords: joined('keywords'),
    files: joined('files'),
    importance: Math.max(...all.map(({ importance }) => importance)),
  }
}

export function sharedLabels(first: Memory, others: readonly Memory[]): Labels {
  const inAll = (name: 'tags' | 'keywords' | 'files') =>
    first[name].filter((item) => others.every((other) => other[name].includes(item)))
  return {
    tags: labelTags(inAll('tags'), first.source),
    keywords: inAll('keywords'),
    files: inAll('files'),
    importance: Math.max(...[first, ...others].map(({ importance }) => importance)),
  }
}

export function keyOf(memories: readonly Memory[]): string | undefined {
  return memories.find(({ key }) => key !== undefined)?.key
}

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

/** The kept memory takes over the others' labels, key and sources, and replaces them. */
export async function mergeInto(
  run: Writing,
  kept: Memory,
  closing: readonly Memory[],
  reason: string,
): Promise<ConsolidationAction> {
  // Do this first, because the kept memory may take over a key.
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
