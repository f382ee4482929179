/**
 * Whether two statements say the same. Merging what differs loses something, keeping both does not:
 * in doubt they are different.
 */
import { affirm, type NormalisedStatement, normaliseStatement } from './normalise-statement.ts'

export type StatementRelation = 'same' | 'opposite' | 'different'

/** Of the longer statement's words so many must be in the shorter one. */
export const sharedShare = 0.75

export function compareStatements(one: string, other: string): StatementRelation {
  return one === other ? 'same' : compareRead(read(one), read(other))
}

/** The same of statements that were read already. */
export function compareRead(a: NormalisedStatement, b: NormalisedStatement): StatementRelation {
  if (isEmpty(a) || isEmpty(b)) return 'different'
  if (saysSame(a, b)) return 'same'
  return a.limits === b.limits && isDenied(a, b) ? 'opposite' : 'different'
}

/** A new memory is compared with many, and most of those with the next one too. */
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

/** Nothing but signs and little words: too little to tell by. */
function isEmpty({ words, anchors }: NormalisedStatement): boolean {
  return words.length + anchors.length === 0
}

/** A number, a name, a path or a condition makes another statement of it. */
export function saysSame(a: NormalisedStatement, b: NormalisedStatement): boolean {
  if (isEmpty(a) || a.limits !== b.limits || !isSameList(a.anchors, b.anchors)) return false
  const [short, long] = a.words.length <= b.words.length ? [a, b] : [b, a]
  return isWithin(short.words, long.words)
}

/** The very same words, but for what is denied. */
function isDenied(a: NormalisedStatement, b: NormalisedStatement): boolean {
  if (a.anchors.length !== b.anchors.length) return false
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
