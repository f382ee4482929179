/**
 * Shows each thing once: a tool event is shown as its turn, and hits with the same text, or in tool
 * events on the same file, are one. The best of them stays at its rank.
 */
import type { DocumentKey } from '../model/search-document.ts'
import type { SearchFilter, SearchReader } from '../ports/search-index.ts'
import { decodeTerms } from '../text/indexed-terms.ts'
import { tokenise } from '../text/tokenise.ts'
import type { FoundDocument } from './found.ts'

/** @param found best first */
export async function foldHits(
  found: readonly FoundDocument[],
  filter: SearchFilter,
  index: SearchReader,
): Promise<FoundDocument[]> {
  const showsTurns = filter.types?.includes('turn') ?? true
  const turns = showsTurns ? await asTurns(found, index) : found
  // A search for a file wants all of the work on it.
  const byFile = filter.file === undefined ? firstOf(turns, filesOf) : turns
  return withoutRepeats(firstOf(byFile, keyOf), index)
}

const keyOf = ({ type, id }: DocumentKey) => `${type} ${id}`

/** Only tool events: a turn that changed a file is about more than the file. */
function filesOf({ shownBy, files }: FoundDocument): string | undefined {
  return shownBy?.type === 'tool-event' && files.length > 0 ? files.join('\n') : undefined
}

function firstOf(
  found: readonly FoundDocument[],
  groupOf: (hit: FoundDocument) => string | undefined,
): FoundDocument[] {
  const seen = new Set<string>()
  return found.filter((hit) => {
    const group = groupOf(hit)
    if (group === undefined) return true
    if (seen.has(group)) return false
    seen.add(group)
    return true
  })
}

/** A turn whose own words match shows those; otherwise it shows the tool event. */
async function asTurns(
  found: readonly FoundDocument[],
  index: SearchReader,
): Promise<FoundDocument[]> {
  const places = found.flatMap(({ type, sessionId, position }) =>
    type === 'tool-event' && sessionId !== undefined && position !== undefined
      ? [{ sessionId, position }]
      : [],
  )
  if (places.length === 0) return [...found]
  const turns = await index.neighbours(places, 0, {})
  const turnAt = new Map(turns.map((turn) => [`${turn.sessionId} ${turn.position}`, turn]))
  const matching = new Map(
    found
      .filter(({ type, explanation }) => type === 'turn' && explanation.terms.length > 0)
      .map((turn) => [turn.id, turn]),
  )
  return found.map((hit) => {
    const turn =
      hit.type === 'tool-event' ? turnAt.get(`${hit.sessionId} ${hit.position}`) : undefined
    if (!turn) return hit
    const { type, id, at } = turn
    return matching.get(id) ?? { ...hit, type, id, at }
  })
}

/** Equal terms only suggest the same text, because stop words such as `or` and `not` are left out. */
async function withoutRepeats(
  found: readonly FoundDocument[],
  index: SearchReader,
): Promise<FoundDocument[]> {
  const alike = [...Map.groupBy(found, ({ terms }) => statementIn(terms).line)].flatMap(
    ([line, group]) => (line === '' || group.length < 2 ? [] : group),
  )
  const texts = await index.texts(alike.map(({ type, id, shownBy }) => shownBy ?? { type, id }))
  const words = new Map(alike.map((hit, at) => [hit, wordsOf(hit, texts[at] ?? '')]))
  return firstOf(found, (hit) => words.get(hit))
}

const bodyColumn = 2

/** The prompt, or a memory's content without its labels. */
function statementIn(terms: string) {
  const { length = 0, line = '' } = decodeTerms(terms).columns[bodyColumn] ?? {}
  return { length, line }
}

/** The text of a memory begins with its content. */
function wordsOf({ type, terms }: FoundDocument, text: string): string {
  const words = tokenise(text)
  const said = type === 'memory' ? words.slice(0, statementIn(terms).length) : words
  return [type, ...said].join(' ')
}
