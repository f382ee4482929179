/** What a person stated in a message: the sentences that say it, of which kind, and how surely. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { weighLines } from './evidence.ts'
import { kindOf } from './kind-of.ts'
import type { Language } from './language.ts'
import { type Line, ownLines } from './own-lines.ts'

interface Reading {
  readonly kind: MemoryKind
  /** How far above what was needed, as log odds. */
  readonly margin: number
}

export interface Statement extends Reading {
  readonly sentences: readonly string[]
  /** The normalised sentences. */
  readonly plain: string
}

/** Lines of the message that make one statement, as positions. */
interface Span extends Reading {
  readonly from: number
  readonly to: number
}

/** As many sentences as a memory may take from after the one that says it. */
const mostElaborations = 2
/** Log odds from which on a sentence is kept. */
const worthNeeded = 0.5
/**
 * Set by hand: the corpus has more traps in such words («never», «always») than people put into theirs,
 * and a fit learns to distrust them.
 */
const outrightWorth = 4
/** What is less sure still belongs to a statement it stands next to. */
const worthBeside = -1

export function findStatements(text: string, language: Language): readonly Statement[] {
  const lines = ownLines(text, language)
  const worth = weighLines(lines, language).map((weight, at) => {
    const line = lines[at]
    if (!line || !isStated(line, language)) return Number.NEGATIVE_INFINITY
    return weight + (language.isOutright(line.plain) ? outrightWorth : 0)
  })
  const spans: Span[] = []
  for (const [at, line] of lines.entries()) {
    const kind = kindOf(line.plain, language.grammars)
    const margin = (worth[at] ?? 0) - worthNeeded
    if (margin < 0) continue
    const last = spans.at(-1)
    const span = {
      kind,
      margin,
      from: startOf(lines, at, worth, last?.to ?? 0, language),
      to: endOf(lines, at, worth, language),
    }
    if (last && isContinued(last, span, lines)) spans[spans.length - 1] = joined(last, span)
    else spans.push(span)
  }
  return spans.map((span) => toStatement(lines, span))
}

/** The sentence before belongs to it when it says something too, or what a pronoun stands for. */
function startOf(
  lines: readonly Line[],
  at: number,
  worth: readonly number[],
  free: number,
  language: Language,
): number {
  const [before, line] = [lines[at - 1], lines[at]]
  if (!before || !line || at <= free) return at
  if (before.paragraph !== line.paragraph || !goesOn(before, language)) return at
  const isNeeded = language.leansOnContext(line.plain) || (worth[at - 1] ?? 0) >= worthBeside
  return isNeeded ? at - 1 : at
}

/** After the sentences that give its reason, go on about it, or say something too. */
function endOf(
  lines: readonly Line[],
  at: number,
  worth: readonly number[],
  language: Language,
): number {
  let end = at + 1
  for (const line of lines.slice(end, end + mostElaborations)) {
    const isSamePlace = line.paragraph === lines[at]?.paragraph
    const isMore = language.elaborates(line.plain) || (worth[end] ?? 0) >= worthBeside
    if (!isSamePlace || !isMore || !goesOn(line, language)) break
    end += 1
  }
  return end
}

function isStated({ plain, isQuestion }: Line, language: Language): boolean {
  if (language.isSupposed(plain) || language.isInquiry(plain)) return false
  return !isQuestion || language.isRequest(plain)
}

function goesOn({ plain, isQuestion }: Line, language: Language): boolean {
  return !isQuestion && !language.isRequest(plain) && !language.isInquiry(plain)
}

/** What stands side by side is about the same thing. */
function isContinued(last: Span, next: Span, lines: readonly Line[]): boolean {
  return last.to >= next.from && lines[last.from]?.paragraph === lines[next.from]?.paragraph
}

/** Of two kinds the more particular one. */
function joined(last: Span, next: Span): Span {
  const main = last.kind === 'fact' ? next : last
  const margin = Math.max(last.margin, next.margin)
  return { kind: main.kind, margin, from: last.from, to: Math.max(last.to, next.to) }
}

function toStatement(lines: readonly Line[], { kind, margin, from, to }: Span): Statement {
  const own = lines.slice(from, to)
  return {
    kind,
    margin,
    sentences: own.map(({ text }) => text),
    plain: own.map(({ plain }) => plain).join(' '),
  }
}
