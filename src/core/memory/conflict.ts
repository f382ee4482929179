/**
 * Whether a later statement makes an earlier one untrue: the same subject, and predicates that cannot
 * be true at the same time. Shared words are not enough; if in doubt, both stay.
 */
import type { MemorySourceName } from '../../contract/vocabulary.ts'
import { countDenials, normaliseStatement, termsOf } from './normalise-statement.ts'
import { compareStatements, fewestShared, sameness } from './sameness.ts'

export function conflicts(later: string, earlier: string): boolean {
  if (compareStatements(later, earlier) === 'opposite') return true
  if (differInOneValue(later, earlier) || namesAsReplaced(later, earlier)) return true
  return giveOtherValue(later, earlier)
}

/** "We use npm" and "Use pnpm, not npm": the name and little else. */
export function replacesName(later: string, earlier: string): boolean {
  const known = termsOf(earlier)
  if (known.size > mostTermsOfOneClaim) return false
  if (countDenials(normaliseStatement(earlier)) > 0) return false
  return contrastedTerms(later).some((term) => known.has(term)) && namesAsReplaced(later, earlier)
}

const mostTermsOfOneClaim = 6

/** What a statement says is not used, or no longer. */
export function contrastedTerms(text: string): string[] {
  return [...text.matchAll(contrasting)].flatMap(([, name = '']) => [...termsOf(name)])
}

const contrasting =
  /(?:(?:,|\band|\bbut) not|\binstead of|\brather than|\bno longer(?: (?:use|uses|using))?)\s+(\S+)/gi

/** "Staging listens on port 5433" and "… 5434"; "we use npm for packages" and "… pnpm …". */
function differInOneValue(later: string, earlier: string): boolean {
  const [one, other] = [normaliseStatement(later), normaliseStatement(earlier)]
  if (one.limits !== other.limits) return false
  const pairs = [pairUp(one.words, other.words), pairUp(one.anchors, other.anchors)]
  if (pairs.includes(undefined)) return false
  const all = pairs.flatMap((each) => each ?? [])
  const differing = all.filter(([a, b]) => a !== b).length
  return differing === 1 && all.length - differing >= fewestShared
}

function pairUp(
  one: readonly string[],
  other: readonly string[],
): (readonly [string, string])[] | undefined {
  if (one.length !== other.length) return undefined
  return one.map((term, at) => [term, other[at] ?? ''])
}

/** "The staging database is Postgres 16" and "… is MySQL 8": a single value that changed. */
function giveOtherValue(later: string, earlier: string): boolean {
  const [one, other] = [singleValue(later), singleValue(earlier)]
  return one !== undefined && one.about === other?.about && one.value !== other.value
}

/** A value is a name or a number: "is slow" and "is written in Go" can both be true. */
const valued =
  /^(.{3,100}?) (is|are|runs on|run on|lives in|lives at|listens on|defaults to|points to|is called) (?:the |an? |port )?(\p{Lu}[\w.-]*|`[^`]+`|[\w./:-]*\d[\w./:-]*)/u

/** @returns `about` is equal for statements that give a value to the same thing */
export function singleValue(text: string): { about: string; value: string } | undefined {
  const [, subject = '', verb = '', value = ''] = valued.exec(text) ?? []
  const terms = [...termsOf(subject)].sort()
  if (value === '' || terms.length === 0) return undefined
  return { about: [verb, ...terms].join(' '), value: value.replace(/[.,;:]+$/, '') }
}

/**
 * "… instead of npm", "no longer mocha", "moved from Heroku to …": names what the earlier one says.
 */
function namesAsReplaced(later: string, earlier: string): boolean {
  const named = replacedTerms(later)
  if (named.size === 0) return false
  const known = termsOf(earlier)
  const replaced = [...named].filter((term) => known.has(term))
  if (replaced.length === 0) return false
  const rest = [...known].filter((term) => !replaced.includes(term))
  const said = termsOf(later)
  return rest.filter((term) => said.has(term)).length >= sameness.sameSubject * rest.length
}

const replacing =
  /\b(?:instead of|rather than|no longer(?: (?:use|uses|using|run|runs|need|needs|on|in|with))?|not|(?:moved|switched|migrated|changed|went|renamed) (?:\S+ ){0,3}?(?:away )?from|replac(?:es?|ed|ing)|dropped|removed|stopped using)\s+((?:\S+\s*){1,3})/gi

function replacedTerms(text: string): Set<string> {
  const named = [...text.matchAll(replacing)].map(([, words = '']) => words.split(/[,;.:()]/)[0])
  return new Set(named.flatMap((words = '') => [...termsOf(words)]))
}

export interface StatedMemory {
  readonly source: MemorySourceName
  readonly content: string
}

/** Earlier versions appended the result in the agent's words; compare only the user's part. */
const accountMark = ' Agent: '

/** The user's part of a memory. */
export function statedIn({ source, content }: StatedMemory): string {
  const at = source === 'heuristic' ? content.indexOf(accountMark) : -1
  return at < 0 ? content : content.slice(0, at)
}
