/** How well a judge does on the corpus. */
import { type MemoryKind, memoryKinds } from '../../../src/contract/memory.ts'
import type { ExtractedItem } from '../../../src/core/model/extracted-item.ts'
import type { Judge } from '../../../src/core/ports/judge.ts'
import { type CorpusEntry, type Expectation, toWindow } from './read-corpus.ts'

export interface Evaluation {
  readonly overall: Measure
  readonly byKind: ReadonlyMap<MemoryKind, Measure>
  /** Of the entries that hold nothing, the share that yields nothing. */
  readonly silence: number
  readonly misses: readonly { readonly id: string; readonly expected: Expectation }[]
  readonly falseAlarms: readonly { readonly id: string; readonly item: ExtractedItem }[]
}

export interface Measure {
  readonly precision: number
  readonly recall: number
  readonly found: number
  readonly expected: number
}

export interface Judged {
  readonly entry: CorpusEntry
  readonly items: readonly ExtractedItem[]
  /** The item that met each expectation, by position. */
  readonly matches: ReadonlyMap<Expectation, ExtractedItem>
}

export async function evaluate(judge: Judge, corpus: readonly CorpusEntry[]): Promise<Evaluation> {
  return summarise(await judgeEntries(judge, corpus))
}

export async function judgeEntries(
  judge: Judge,
  corpus: readonly CorpusEntry[],
): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const entry of corpus) {
    const { items } = await judge.judge(toWindow(entry), new AbortController().signal)
    judged.push({ entry, items, matches: match(entry.expect, items) })
  }
  return judged
}

export function summarise(judged: readonly Judged[]): Evaluation {
  const silent = judged.filter(({ entry }) => entry.expect.length === 0)
  return {
    overall: measure(judged, () => true),
    byKind: new Map(memoryKinds.map((kind) => [kind, measure(judged, (one) => one === kind)])),
    silence: share(silent.filter(({ items }) => items.length === 0).length, silent.length),
    misses: judged.flatMap(({ entry, matches }) =>
      entry.expect
        .filter((expected) => !matches.has(expected))
        .map((expected) => ({ id: entry.id, expected })),
    ),
    falseAlarms: judged.flatMap(({ entry, items, matches }) => {
      const right = new Set(matches.values())
      return items.filter((item) => !right.has(item)).map((item) => ({ id: entry.id, item }))
    }),
  }
}

/** Precision counts items by their own kind, recall expectations by theirs. */
function measure(judged: readonly Judged[], isCounted: (kind: MemoryKind) => boolean): Measure {
  const items = judged.flatMap((one) => one.items).filter(({ kind }) => isCounted(kind))
  const expected = judged.flatMap(({ entry }) => entry.expect).filter(({ kind }) => isCounted(kind))
  const matches = judged.flatMap((one) => [...one.matches])
  const right = matches.filter(([, item]) => isCounted(item.kind))
  const met = matches.filter(([expectation]) => isCounted(expectation.kind))
  return {
    precision: share(right.length, items.length),
    recall: share(met.length, expected.length),
    found: items.length,
    expected: expected.length,
  }
}

/** Each expectation by the first item that meets it, each item for one expectation. */
function match(
  expectations: readonly Expectation[],
  items: readonly ExtractedItem[],
): ReadonlyMap<Expectation, ExtractedItem> {
  const matches = new Map<Expectation, ExtractedItem>()
  const free = new Set(items)
  for (const expectation of expectations) {
    const item = [...free].find((one) => meets(one, expectation))
    if (!item) continue
    matches.set(expectation, item)
    free.delete(item)
  }
  return matches
}

function meets(item: ExtractedItem, { kind, alsoKinds, says, scope }: Expectation): boolean {
  const content = item.content.toLowerCase()
  return (
    [kind, ...alsoKinds].includes(item.kind) &&
    says.every((words) => content.includes(words.toLowerCase())) &&
    (scope === undefined || scope === item.scope)
  )
}

/** Of nothing, everything is right. */
function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}
