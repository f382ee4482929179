/**
 * The terms of a document in two forms: columns for full-text search, and a compact encoding that
 * lets ranking count a query's terms without tokenising the document again.
 */
import type { DocumentFields } from '../model/search-document.ts'
import { isStopWord } from './common-words.ts'
import { tokenise } from './tokenise.ts'

export const columns = ['who', 'title', 'body', 'answer', 'files'] as const
type Column = (typeof columns)[number]

export interface IndexedTerms {
  /** Each column's distinct terms, separated by spaces: the index keeps no counts. */
  readonly columns: Readonly<Record<Column, string>>
  /**
   * One line per column: the number of terms, then each term that is not a stop word, followed by a
   * tab and its count if it occurs more than once. A sixth line has `?` if the text asks a question
   * without an answer, and `@` if it mentions a time.
   */
  readonly encoded: string
}

const timeWords =
  /\b(?:yesterday|today|tonight|tomorrow|last|next|ago|recently|(?:week|month|year)s?|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d{2})\b/i

export function indexTerms(fields: DocumentFields): IndexedTerms {
  const counted = columns.map((column) => countTerms(textOf(fields, column)))
  const asks = !fields.answer && (fields.body?.includes('?') ?? false)
  const hasTime = timeWords.test(`${fields.body ?? ''} ${fields.answer ?? ''}`)
  const joined = counted.map(({ counts }) => [...counts.keys()].join(' '))
  const [who = '', title = '', body = '', answer = '', files = ''] = joined
  return {
    columns: { who, title, body, answer, files },
    encoded: [...counted.map(encodeColumn), `${asks ? '?' : ''}${hasTime ? '@' : ''}`].join('\n'),
  }
}

function textOf(fields: DocumentFields, column: Column): string {
  return column === 'files' ? (fields.files ?? []).join('\n') : (fields[column] ?? '')
}

interface CountedTerms {
  readonly length: number
  readonly counts: ReadonlyMap<string, number>
}

function countTerms(text: string): CountedTerms {
  const terms = tokenise(text)
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { length: terms.length, counts }
}

function encodeColumn({ length, counts }: CountedTerms): string {
  if (length === 0) return ''
  const kept = [...counts].filter(([term]) => !isStopWord(term))
  const terms = kept.map(([term, count]) => (count === 1 ? term : `${term}\t${count}`))
  return `${length} ${terms.join(' ')} `
}

export interface DecodedTerms {
  readonly columns: readonly { readonly length: number; readonly line: string }[]
  readonly asks: boolean
  readonly tellsTime: boolean
}

export function decodeTerms(encoded: string): DecodedTerms {
  const lines = encoded.split('\n')
  const flags = lines[columns.length] ?? ''
  return {
    columns: columns.map((_, at) => {
      const line = lines[at] ?? ''
      return { length: line === '' ? 0 : Number.parseInt(line, 10), line }
    }),
    asks: flags.includes('?'),
    tellsTime: flags.includes('@'),
  }
}

export function occurrences(line: string, term: string): number {
  const needle = ` ${term}`
  for (let at = line.indexOf(needle); at >= 0; at = line.indexOf(needle, at + 1)) {
    const rest = line.slice(at + needle.length, at + needle.length + 8)
    if (rest.startsWith(' ')) return 1
    const count = /^\t(\d+) /.exec(rest)
    if (count) return Number(count[1])
  }
  return 0
}

/** The rarest terms whose total frequency stays within the budget; at least `least` of them. */
export function rarestTerms(
  terms: readonly string[],
  frequency: (term: string) => number,
  budget: number,
  least: number,
): string[] {
  const byRarity = [...terms].sort((a, b) => frequency(a) - frequency(b))
  const chosen: string[] = []
  let postings = 0
  for (const term of byRarity) {
    postings += frequency(term)
    if (postings > budget && chosen.length >= least) break
    chosen.push(term)
  }
  return chosen
}
