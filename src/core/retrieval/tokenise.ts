/**
 * Text as the terms it is found by. Documents and queries go through the same function. A word gives
 * its stem; an identifier, path, URL or version also itself, whole; scripts without spaces give
 * pairs of characters.
 */
import { normaliseWord } from './normalise-word.ts'

/** Longer runs are blobs (base64, minified code): only the substring search finds parts of them. */
const longestTerm = 80

const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const word = '[\\p{L}\\p{N}\\p{M}_]+'
const chunks = new RegExp(
  [
    'https?://[^\\s<>"\'`)\\]}]+',
    '[a-zA-Z](?:\\+\\+|#)(?![\\p{L}\\p{N}])',
    `${word}(?:'\\p{L}+)?(?:[-./\\\\:@#+]+${word})*`,
    '\\p{Extended_Pictographic}',
  ].join('|'),
  'gu',
)
const unspacedRuns = new RegExp(`[${unspaced}\\p{M}ー]+|[^${unspaced}]+`, 'gu')
const isUnspaced = new RegExp(`[${unspaced}]`, 'u')
const wordsInName =
  /\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}\p{M}]+\p{N}*|\p{N}+|\p{Lu}/gu

export function tokenise(text: string): string[] {
  const terms: string[] = []
  for (const [chunk] of fold(text).matchAll(chunks)) addChunk(chunk, terms)
  return terms
}

/** Letters without their accents, one kind of apostrophe; kana keep their marks. */
function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
  if (/^[\x00-\x7f]*$/.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, 'ss')
}

function addChunk(chunk: string, terms: string[]): void {
  if (/^[A-Z]?[a-z]+$|^[A-Z]+$/.test(chunk)) {
    if (chunk.length <= longestTerm) terms.push(normaliseWord(chunk.toLowerCase()))
    return
  }
  const lower = chunk.toLowerCase().replace(/[./:]+$/, '')
  const contraction = /^(\p{L}+)'(\p{L}+)$/u.exec(lower)
  if (isUnspaced.test(chunk)) addMixedScripts(chunk, terms)
  else if (/^v?\d+(\.\d+)*$/.test(lower)) addNumber(lower, terms)
  else if (contraction) addContraction(contraction[1] ?? '', contraction[2] ?? '', terms)
  else addCompound(chunk, lower, terms)
}

function addNumber(lower: string, terms: string[]): void {
  terms.push(lower)
  if (lower.startsWith('v')) terms.push(lower.slice(1))
}

function addContraction(left: string, right: string, terms: string[]): void {
  terms.push(right === 's' ? normaliseWord(left) : left + right)
}

/** `src/core/json.ts` is itself, its last segment `json.ts`, and the words in it. */
function addCompound(chunk: string, lower: string, terms: string[]): void {
  const parts = chunk.split(/[^\p{L}\p{N}\p{M}_]+/u).filter((part) => part !== '')
  const words = parts.flatMap(splitName)
  if (lower.length <= longestTerm) {
    const isCompound = words.length > 1 || lower !== words[0]?.toLowerCase()
    if (isCompound) terms.push(lower)
    const lastSegment = lower.slice(Math.max(lower.lastIndexOf('/'), lower.lastIndexOf('\\')) + 1)
    if (lastSegment !== lower && /[._-]/.test(lastSegment)) terms.push(lastSegment)
    if (parts.length > 1) addNames(parts, terms)
  }
  for (const name of words) {
    if (name.length <= longestTerm) terms.push(normaliseWord(name.toLowerCase()))
  }
}

/** Identifiers inside a compound stay findable whole: `parseJson` in `reader.parseJson`. */
function addNames(parts: readonly string[], terms: string[]): void {
  for (const part of parts) {
    if (splitName(part).length > 1) terms.push(part.toLowerCase())
  }
}

function splitName(name: string): string[] {
  return name.split('_').flatMap((part) => part.match(wordsInName) ?? [])
}

function addMixedScripts(chunk: string, terms: string[]): void {
  for (const [run] of chunk.matchAll(unspacedRuns)) {
    if (isUnspaced.test(run)) addPairs([...run], terms)
    else for (const [part] of run.matchAll(chunks)) addChunk(part, terms)
  }
}

function addPairs(characters: readonly string[], terms: string[]): void {
  if (characters.length === 1) terms.push(characters[0] ?? '')
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.push(`${characters[at]}${characters[at + 1]}`)
  }
}
