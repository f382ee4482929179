/** What a person stated in a message: the sentences that say it, of which kind, and how surely. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { concreteness } from './concreteness.ts'
import { type Found, findEvidence, sumOf } from './evidence.ts'
import { kindOf } from './kind-of.ts'
import type { Language } from './language.ts'
import type { Message } from './message.ts'
import type { Line } from './own-lines.ts'

interface Reading {
  readonly kind: MemoryKind
  readonly weight: number
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
/** Log odds from which on a sentence is kept. What is of no particular kind must be surer. */
const worthNeeded = { ofAKind: 0.4, fact: 1.2 }
/**
 * Set by hand: the corpus has more traps than people put into what they say outright («never»,
 * «always») or as their only sentence, and a fit learns to distrust both.
 */
const worthGiven = { outright: 2, alone: 1 }
/** Of each sign that a sentence is set against an answer, as a cue for a correction. */
const contradictionWeight = 1.5
const longInquiry = 12
/** What is less sure still belongs to a statement it stands next to. */
const worthBeside = -1

export function findStatements(message: Message, language: Language): readonly Statement[] {
  const { lines } = message
  const evidence = findEvidence(message, language)
  const worth = lines.map((line, at) =>
    isStated(line, language)
      ? sumOf(evidence[at] ?? [], language.weights) + givenWorth(line, lines, language)
      : Number.NEGATIVE_INFINITY,
  )
  const spans: Span[] = []
  for (const [at, line] of lines.entries()) {
    const kind = kindOf(
      line.plain,
      language.grammars,
      contradictionIn(evidence[at] ?? [], language),
    )
    const margin = (worth[at] ?? 0) - worthNeeded[kind.kind === 'fact' ? 'fact' : 'ofAKind']
    if (margin < 0) continue
    const last = spans.at(-1)
    const span = {
      ...kind,
      margin,
      from: startOf(lines, at, worth, last?.to ?? 0, language),
      to: endOf(lines, at, worth, language),
    }
    if (last && isContinued(last, span, lines)) spans[spans.length - 1] = joined(last, span)
    else spans.push(span)
  }
  return spans.map((span) => toStatement(lines, span))
}

function givenWorth({ plain, text }: Line, lines: readonly Line[], language: Language): number {
  if (language.isOutright(plain)) return worthGiven.outright
  const isAlone = lines.length === 1 && language.isPlain(plain) && concreteness(text) > 0
  return isAlone ? worthGiven.alone : 0
}

/** How much of what stands around a sentence says that it is set against an answer. */
function contradictionIn(found: Found, { contradicting }: Language): number {
  const signs = found.filter(([name, amount]) => amount > 0 && contradicting.has(name)).length
  return signs * contradictionWeight
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
  if (language.isSupposed(plain) || language.isPassing(plain)) return false
  // A longer one says something, too: «what the bank sends is described in …».
  if (language.isInquiry(plain) && plain.split(' ').length < longInquiry) return false
  return !isQuestion || language.isRequest(plain)
}

function goesOn({ plain, isQuestion }: Line, language: Language): boolean {
  return !isQuestion && !language.isRequest(plain) && !language.isInquiry(plain)
}

/** What stands side by side is about the same thing. */
function isContinued(last: Span, next: Span, lines: readonly Line[]): boolean {
  return last.to >= next.from && lines[last.from]?.paragraph === lines[next.from]?.paragraph
}

/** Of two kinds the one more clearly said. */
function joined(last: Span, next: Span): Span {
  const main = next.weight > last.weight ? next : last
  const margin = Math.max(last.margin, next.margin)
  return { ...main, margin, from: last.from, to: Math.max(last.to, next.to) }
}

function toStatement(lines: readonly Line[], { from, to, ...reading }: Span): Statement {
  const own = lines.slice(from, to)
  return {
    ...reading,
    sentences: own.map(({ text }) => text),
    plain: own.map(({ plain }) => plain).join(' '),
  }
}
