/** The corpus as single sentences of people. */
import { english } from '../../../src/core/extraction/heuristic/english/index.ts'
import { findEvidence } from '../../../src/core/extraction/heuristic/evidence.ts'
import { readMessage } from '../../../src/core/extraction/heuristic/message.ts'
import type { Line } from '../../../src/core/extraction/heuristic/own-lines.ts'
import { type Labelled, saysAll, saysAny } from './labelled.ts'
import { type CorpusEntry, type Expectation, toWindow } from './read-corpus.ts'

export function labelLines(entries: readonly CorpusEntry[]): readonly Labelled[] {
  return entries.flatMap((entry) => {
    const { exchanges } = toWindow(entry)
    return exchanges.flatMap((exchange, index) => {
      const message = readMessage(exchange, exchanges[index - 1], english)
      const evidence = findEvidence(message, english)
      return message.lines.flatMap((line, at) => {
        const isKept = entry.expect.some((expected) => isMeant(line, message.lines, expected))
        // The neighbour of a sentence to keep may be its reason as well as the next task.
        if (!isKept && isBeside(at, message.lines, entry.expect)) return []
        return [{ isKept, evidence: new Map(evidence[at]) }]
      })
    })
  })
}

/** It says all that is expected, or some of it where no single sentence says all. */
function isMeant({ text }: Line, lines: readonly Line[], expected: Expectation): boolean {
  if (saysAll(text, expected)) return true
  return saysAny(text, expected) && !lines.some((other) => saysAll(other.text, expected))
}

function isBeside(at: number, lines: readonly Line[], expected: readonly Expectation[]): boolean {
  return [lines[at - 1], lines[at + 1]].some((other) =>
    expected.some((one) => other && saysAny(other.text, one)),
  )
}
