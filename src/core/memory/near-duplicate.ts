/** Whether two statements say the same. In doubt they differ: merging loses text, keeping does not. */
import {
  affirm,
  areOpposed,
  countDenials,
  type NormalisedStatement,
  normaliseStatement,
} from './normalise-statement.ts'

export type StatementRelation = 'same' | 'opposite' | 'different'

/** The share of the longer statement's words that the shorter one must have. */
export const sharedShare = 0.75

export function compareStatements(one: string, other: string): StatementRelation {
  return one === other ? 'same' : compareRead(read(one), read(other))
}

export function compareRead(a: NormalisedStatement, b: NormalisedStatement): StatementRelation {
  if (isEmpty(a) || isEmpty(b)) return 'different'
  if (saysSame(a, b)) return 'same'
  return a.limits === b.limits && isDenied(a, b) ? 'opposite' : 'different'
}

const shortestPart = 27

/** Whether one consists of whole sentences of the other, in whatever case and spacing. */
export function isPartOf(one: string, other: string): boolean {
  const [short = '', long = ''] = [plain(one), plain(other)].sort((a, b) => a.length - b.length)
  const at = short.length < shortestPart ? -1 : long.indexOf(short)
  if (at < 0) return false
  const [before, after] = [long.slice(0, at), long.slice(at + short.length)]
  return /^$|[.!?:;]\s$/.test(before) && /^$|^[.!?;](?:\s|$)/.test(after)
}

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/[.!]$/, '')

/** The next new memory is often compared with the same ones. */
const recentlyRead = new Map<string, NormalisedStatement>()
const mostRead = 1_000

function read(text: string): NormalisedStatement {
  const known = recentlyRead.get(text)
  if (known) return known
  if (recentlyRead.size >= mostRead) recentlyRead.clear()
  const statement = normaliseStatement(text)
  recentlyRead.set(text, statement)
  return statement
}

/** Nothing but punctuation and common words. */
function isEmpty({ words, anchors }: NormalisedStatement): boolean {
  return words.length + anchors.length === 0
}

/** A different number, name, path, condition or denial makes a different statement. */
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

/** Every word of the short one, in the same order: "tabs over spaces" is not "spaces over tabs". */
function isWithin(short: readonly string[], long: readonly string[]): boolean {
  if (short.length < long.length * sharedShare) return false
  let found = 0
  for (const word of long) if (word === short[found]) found += 1
  return found === short.length
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
