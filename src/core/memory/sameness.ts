/**
 * Whether two statements say the same. If in doubt, they differ: merging loses text, keeping both
 * does not. Every rule that compares memories takes its threshold from here.
 */
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'
import {
  affirm,
  areOpposed,
  countDenials,
  type NormalisedStatement,
  normaliseStatement,
  termsIn,
} from './normalise-statement.ts'

export type StatementRelation = 'same' | 'opposite' | 'different'

/** The share of words that two statements must have in common, of the words the comment names. */
export const sameness = {
  /** Of the shorter one's terms: an agent and a program use the same names and little else. */
  sameTopic: 0.4,
  /** Of a new statement's terms: such memories are then compared word by word. */
  worthComparing: 0.5,
  /** Of the earlier statement's terms, without the value that the later one replaces. */
  sameSubject: 0.5,
  /** The score of a memory that a text describes as the one to replace. */
  describes: 0.6,
  /** The score of a memory that the text may mean, if the new statement is related to it. */
  hintsAt: 0.4,
  /** Of all terms of two stored memories: below this, review does not compare them. */
  reviewed: 0.6,
  /** Of all terms of two stored memories with the same names: review asks whether to merge them. */
  nearDuplicate: 0.7,
  /** Of the longer statement's words, in order: the two are one memory. */
  same: 0.75,
} as const

/** One shared word is a coincidence. */
export const fewestShared = 2

export function compareStatements(one: string, other: string): StatementRelation {
  return one === other ? 'same' : compareRead(normaliseStatement(one), normaliseStatement(other))
}

export function compareRead(a: NormalisedStatement, b: NormalisedStatement): StatementRelation {
  if (isEmpty(a) || isEmpty(b)) return 'different'
  if (saysSame(a, b)) return 'same'
  return a.limits === b.limits && isDenied(a, b) ? 'opposite' : 'different'
}

/** Whether two stored memories share their names and most words, so that one is enough. */
export function areNearDuplicates(one: string, other: string): boolean {
  const [a, b] = [normaliseStatement(one), normaliseStatement(other)]
  const relation = compareRead(a, b)
  if (relation !== 'different') return relation === 'same'
  const [inA, inB] = [affirm(a), affirm(b)]
  if (areOpposed(a, b) || !isSameSet(inA.anchors, inB.anchors)) return false
  const [terms, others] = [new Set(termsIn(inA)), new Set(termsIn(inB))]
  const shared = [...terms].filter((term) => others.has(term)).length
  return shared >= sameness.nearDuplicate * (terms.size + others.size - shared)
}

export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [new Set(a), new Set(b)]
  return one.size === other.size && b.every((term) => one.has(term))
}

/** Whether an agent's or reader's statement has the subject of one that a program heard nearby. */
export function isAboutSame(heard: string, stored: string): boolean {
  const [one, other] = [significantTerms(heard), significantTerms(stored)]
  const shared = [...one].filter((term) => other.has(term)).length
  return shared >= fewestShared && shared >= sameness.sameTopic * Math.min(one.size, other.size)
}

const significantTerms = (text: string) =>
  new Set(tokenise(text).filter((term) => term.length > 2 && !isStopWord(term)))

const shortestPart = 27

/** Whether one consists of complete sentences of the other, ignoring case and spacing. */
export function isPartOf(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  const at = short.length < shortestPart ? -1 : long.indexOf(short)
  if (at < 0) return false
  const [before, after] = [long.slice(0, at), long.slice(at + short.length)]
  return /^$|[.!?:;]\s$/.test(before) && /^$|^[.!?;](?:\s|$)/.test(after)
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/[.!]$/, '')

/** Only punctuation and common words. */
const isEmpty = ({ words, anchors }: NormalisedStatement) => words.length + anchors.length === 0

/** A different number, name, path, condition or negation makes a different statement. */
export function saysSame(a: NormalisedStatement, b: NormalisedStatement): boolean {
  if (isEmpty(a) || a.limits !== b.limits || !isSameList(a.anchors, b.anchors)) return false
  if (countDenials(a) !== countDenials(b)) return false
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  return isWithin(short.words, long.words)
}

/** The same words, except for negations. */
function isDenied(a: NormalisedStatement, b: NormalisedStatement): boolean {
  if (a.anchors.length !== b.anchors.length || !areOpposed(a, b)) return false
  const [one, other] = [affirm(a), affirm(b)]
  return isSameList(one.anchors, other.anchors) && isSameList(one.words, other.words)
}

/** Every word of the short one, in order: "tabs over spaces" is not "spaces over tabs". */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  if (short.length < long.length * sameness.same) return false
  let found = 0
  for (const word of long) if (word === short[found]) found += 1
  return found === short.length
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
