/** Closing memories in favour of one that says the same. */

import { normaliseLines, normaliseTags } from '../../contract/memory-text.ts'
import { memoryLimits } from '../../contract/vocabulary.ts'
import { compareTrust, differing, labelTags } from '../memory/merge.ts'
import type { Memory } from '../model/memory.ts'
import type { MemoryChange } from '../ports/memory-store.ts'
import type { ConsolidationRun } from './run.ts'

type Writing = Pick<ConsolidationRun, 'tx' | 'at'>

export type Labels = Pick<Memory, 'tags' | 'keywords' | 'files' | 'importance'>

/** @returns the closed ones as they are since */
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

/** Sources always, whoever said it. */
export async function passSources(
  { tx }: Writing,
  { id }: Pick<Memory, 'id'>,
  others: readonly Memory[],
): Promise<void> {
  for (const other of others) await tx.addSources(id, await tx.sources(other.id))
}

/** What all of them know; whoever is trusted less adds nothing to somebody trusted more. */
export function joinLabels(kept: Memory, others: readonly Memory[]): Labels {
  const heard = others.filter(({ trust }) => compareTrust(trust, kept.trust) >= 0)
  const all = [kept, ...heard]
  const tags = normaliseTags(all.flatMap(withoutLabel)).slice(0, memoryLimits.tags)
  return {
    tags: labelTags(tags, kept.source),
    keywords: normaliseLines(all.flatMap(({ keywords }) => keywords)).slice(
      0,
      memoryLimits.keywords,
    ),
    files: normaliseLines(all.flatMap(({ files }) => files)).slice(0, memoryLimits.files),
    importance: Math.max(...all.map(({ importance }) => importance)),
  }
}

/** What every one of them has. */
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

/** That a program guessed one says nothing of another. */
function withoutLabel({ tags, source }: Memory): readonly string[] {
  return labelTags(tags, 'manual', source)
}
