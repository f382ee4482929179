/**
 * Where a later hit amends an earlier one about the same subject, the later comes first, says what it
 * amends, and the earlier follows it. A conversation amends another if it says that something settled
 * changes; a memory amends another if both cannot be true, or if it names what it reverses.
 */
import { conflicts } from '../memory/conflict.ts'
import type { SearchReader } from '../ports/search-index.ts'
import { isStopWord } from '../text/common-words.ts'
import { tokenise } from '../text/tokenise.ts'
import type { FoundDocument } from './found.ts'

/** Further down, nobody compares two hits. */
const mostCompared = 20
/** Whether two memories contradict each other takes longer: 20 of them, as long as a start of Node. */
const mostMemories = 8
/** A text must not cost more than the search. */
const mostRead = 4_000
/**
 * The share of the rarer words of the shorter text that the other has too. In sde-bench, amendments
 * and what they amend share 0.29 and more.
 */
const sameSubject = 0.25
/** Of a memory that names what it reverses. */
const sameSubjectNamed = 0.15

const settled =
  '(?:rules?|polic(?:y|ies)|decisions?|decided|settled|agreed|conventions?|agreements?|defaults?|limits?|caps?|thresholds?)'

/** «Amendment to the merge rule», «superseding the old cap», «an update to what we decided». */
const amending = new RegExp(
  [
    `\\b(?:amend|supersed|overrul|overturn|revis|revisit|updat|chang|replac|revers|relax|tighten|correct)\\w*(?:[ -]\\w+){0,5}?[ -]${settled}\\b`,
    '\\b(?:amendment|superseding|supersedes|overrules|overruling)\\b',
    `\\b(?:old|former|previous|earlier|original) ${settled}\\b`,
    '\\bchanged (?:our|my) minds?\\b|\\bno longer (?:true|valid|applies|holds)\\b',
  ].join('|'),
  'i',
)

/** @param found best first */
export async function putAmendmentsFirst(
  found: readonly FoundDocument[],
  index: Pick<SearchReader, 'texts' | 'frequencies'>,
): Promise<FoundDocument[]> {
  const near = found.slice(0, mostCompared)
  const compared = await readHits(
    near.filter(({ type }, at) => type !== 'memory' || at < mostMemories),
    index,
  )
  const pairs = compared.flatMap((later) =>
    compared
      .filter((earlier) => isLater(later.hit, earlier.hit) && mayAmend(later, earlier))
      .map((earlier) => [later, earlier] as const),
  )
  if (pairs.length === 0) return [...found]
  const weighed = pairs.filter(([{ hit, text }]) => hit.type !== 'memory' || reversing.test(text))
  const weigh = await weighTerms(new Set(weighed.flat()), index)
  const amendments = pairs.filter(([later, earlier]) => isAmended(later, earlier, weigh))
  return amendments.reduce(
    (hits, [later, earlier]) => putFirst(hits, later.hit, earlier.hit),
    [...found],
  )
}

interface ReadHit {
  readonly hit: FoundDocument
  readonly text: string
  /** Only what may be amended needs them. */
  readonly terms: () => ReadonlySet<string>
}

async function readHits(
  hits: readonly FoundDocument[],
  index: Pick<SearchReader, 'texts'>,
): Promise<ReadHit[]> {
  const keys = hits.map(({ within, shownBy }) =>
    within.length > 0 ? within : shownBy ? [shownBy] : [],
  )
  const texts = await index.texts(keys.flat())
  let read = 0
  return hits.map((hit, at) => {
    const count = keys[at]?.length ?? 0
    const own = texts.slice(read, read + count).map((text) => text.slice(0, mostRead))
    read += count
    const text = own.join('\n')
    let terms: ReadonlySet<string> | undefined
    return { hit, text, terms: () => (terms ??= termsOf(text)) }
  })
}

const termsOf = (text: string) => new Set(tokenise(text).filter((term) => !isStopWord(term)))

function isLater(a: FoundDocument, b: FoundDocument): boolean {
  const isElsewhere = a.sessionId === undefined || a.sessionId !== b.sessionId
  return isElsewhere && a.at !== undefined && b.at !== undefined && a.at > b.at
}

/** What nobody confirmed, or came from outside, amends nothing of the user's. */
function mayAmend(later: ReadHit, { hit: earlier }: ReadHit): boolean {
  if ((later.hit.type === 'memory') !== (earlier.type === 'memory')) return false
  if (later.hit.isCandidate > earlier.isCandidate || later.hit.isForeign > earlier.isForeign) {
    return false
  }
  return later.hit.type === 'memory' || amending.test(later.text)
}

type WeighTerm = (term: string) => number

async function weighTerms(
  hits: ReadonlySet<ReadHit>,
  index: Pick<SearchReader, 'frequencies'>,
): Promise<WeighTerm> {
  const terms = new Set([...hits].flatMap((hit) => [...hit.terms()]))
  if (terms.size === 0) return () => 0
  const { total, byTerm } = await index.frequencies([...terms])
  return (term) => Math.log(1 + total / (1 + (byTerm.get(term) ?? 0)))
}

function isAmended(later: ReadHit, earlier: ReadHit, weigh: WeighTerm): boolean {
  const isMemory = later.hit.type === 'memory'
  if (isMemory && conflicts(statement(later), statement(earlier))) return true
  if (isMemory && !namesAsReversed(later, earlier)) return false
  const massOf = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + weigh(term), 0)
  const shared = massOf([...later.terms()].filter((term) => earlier.terms().has(term)))
  const least = isMemory ? sameSubjectNamed : sameSubject
  return shared >= least * Math.min(massOf(later.terms()), massOf(earlier.terms()))
}

/** «This reverses the earlier default.» */
const reversing =
  /\b(?:revers|supersed|replac|overrul|revert)(?:e|es|ed|ing|s) the (?:earlier|former|previous|old|original)((?: [^\s,;:()]+){1,4})/i

function namesAsReversed(later: ReadHit, earlier: ReadHit): boolean {
  const [, words = ''] = reversing.exec(statement(later)) ?? []
  const reversed = termsOf(words.replaceAll('-', ' '))
  return reversed.size > 0 && [...reversed].every((term) => earlier.terms().has(term))
}

/** A memory's content comes before its labels. */
const statement = ({ text }: ReadHit) => text.split('\n', 1)[0] ?? ''

function putFirst(
  hits: readonly FoundDocument[],
  { id: laterId }: FoundDocument,
  { id: earlierId }: FoundDocument,
): FoundDocument[] {
  const places = [laterId, earlierId].map((id) => hits.findIndex((hit) => hit.id === id))
  const [later, earlier] = places.map((place) => hits[place])
  if (!later || !earlier) return [...hits]
  const pair = [
    { ...later, amends: [...later.amends, earlierId] },
    { ...earlier, amendedBy: laterId },
  ]
  const others = hits.filter((hit) => hit !== later && hit !== earlier)
  return others.toSpliced(Math.min(...places), 0, ...pair)
}
