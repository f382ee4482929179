/** The part of a text that shows why it was found, on one line. */
import { tokenise } from '../text/tokenise.ts'

const longestSnippet = 240
/** How much of a text is read: a snippet must not cost more than the search. */
const mostRead = 20_000

/** Ends at a full stop before white space, so dots in paths, versions and URLs end nothing. */
const sentence = /[^\s。][^\n。]*?(?:(?<=[.!?])(?=\s)|。+|(?=\n)|$)/g

export function findSnippet(text: string, terms: readonly string[]): string {
  const wanted = new Set(terms)
  const parts = text.slice(0, mostRead).match(sentence) ?? []
  let best = ''
  let most = -1
  for (const part of parts) {
    const held = new Set(tokenise(part).filter((term) => wanted.has(term))).size
    if (held > most) {
      best = part
      most = held
    }
  }
  return toLine(best)
}

/** On one line; longer texts are cut. */
export function toLine(text: string, most = longestSnippet): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}

/** The words of a snippet that match the terms, as written there. */
export function findMarks(snippet: string, terms: readonly string[]): string[] {
  const wanted = new Set(terms)
  const words = snippet.match(/[^\s,;()[\]{}"'`]+/g) ?? []
  const marked = words.filter((word) => tokenise(word).some((term) => wanted.has(term)))
  return [...new Set(marked.map((word) => word.replace(/[.:!?]+$/, '')))]
}
