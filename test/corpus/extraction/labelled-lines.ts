/** The corpus as single sentences of people, each labelled: worth keeping or not. */
import { english } from '../../../src/core/extraction/heuristic/english/index.ts'
import { findEvidence } from '../../../src/core/extraction/heuristic/evidence.ts'
import { type Line, ownLines } from '../../../src/core/extraction/heuristic/own-lines.ts'
import type { CorpusEntry, Expectation } from './read-corpus.ts'

export interface LabelledLine {
  readonly entryId: string
  readonly isKept: boolean
  readonly evidence: ReadonlyMap<string, number>
}

export function labelLines(entries: readonly CorpusEntry[]): readonly LabelledLine[] {
  return entries.flatMap(({ id, exchanges, expect }) =>
    exchanges.flatMap(({ user }) => {
      const lines = ownLines(user, english)
      const evidence = findEvidence(lines, english)
      return lines.flatMap((line, at) => {
        const isKept = expect.some((expected) => isMeant(line, lines, expected))
        const isBeside = [lines[at - 1], lines[at + 1]].some((other) =>
          expect.some((expected) => other && saysAny(other, expected)),
        )
        // The neighbour of a sentence to keep may be its reason as well as the next task.
        if (!isKept && isBeside) return []
        return [{ entryId: id, isKept, evidence: new Map(evidence[at]) }]
      })
    }),
  )
}

/** It says all that is expected, or some of it where no single sentence says all. */
function isMeant(line: Line, lines: readonly Line[], expected: Expectation): boolean {
  if (saysAll(line, expected)) return true
  return saysAny(line, expected) && !lines.some((other) => saysAll(other, expected))
}

function saysAll({ text }: Line, { says }: Expectation): boolean {
  return says.every((words) => text.toLowerCase().includes(words.toLowerCase()))
}

function saysAny({ text }: Line, { says }: Expectation): boolean {
  return says.some((words) => text.toLowerCase().includes(words.toLowerCase()))
}
