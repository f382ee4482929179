/**
 * Text as the terms it is found by. Documents and queries go through the same function. A word gives
 * its stem; an identifier, path, URL or version also itself, whole; scripts without spaces give
 * pairs of characters.
 */
import { normaliseWord } from './normalise-word.ts'

/** Longer runs are blobs (base64, minified code): only the substring search finds parts of them. */
const longestTerm = 80

interface Patterns {
  readonly chunks: RegExp
  readonly contraction: RegExp
  readonly separators: RegExp
  readonly wordsInName: RegExp
}

/** Most text is ASCII, and the tables of Unicode take a short-lived process 8 ms to compile. */
const ascii: Patterns = {
  chunks:
    /https?:\/\/[^\s<>"'`)\]}]+|[a-zA-Z](?:\+\+|#)(?![a-zA-Z0-9])|\w+(?:'[a-zA-Z]+)?(?:[-./\\:@#+]+\w+)*/g,
  contraction: /^([a-z]+)'([a-z]+)$/,
  separators: /\W+/,
  wordsInName: /[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+|[A-Z]/g,
}

let anyScript: ReturnType<typeof compilePatterns> | undefined

function patternsOfAnyScript() {
  anyScript ??= compilePatterns()
  return anyScript
}

/** The same for all letters, numbers and marks. No literals: those are checked when code is loaded. */
function compilePatterns() {
  const unspaced =
    '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
  const [letter, mark, number] = ['\\p{L}', '\\p{M}', '\\p{N}']
  const [upper, lower, caseless] = ['\\p{Lu}', '\\p{Ll}', '\\p{Lo}\\p{Lt}\\p{Lm}']
  const word = `[${letter}${number}${mark}_]+`
  return {
    chunks: new RegExp(
      [
        'https?://[^\\s<>"\'`)\\]}]+',
        `[a-zA-Z](?:\\+\\+|#)(?![${letter}${number}])`,
        `${word}(?:'${letter}+)?(?:[-./\\\\:@#+]+${word})*`,
        '\\p{Extended_Pictographic}',
      ].join('|'),
      'gu',
    ),
    contraction: new RegExp(`^(${letter}+)'(${letter}+)$`, 'u'),
    separators: new RegExp(`[^${letter}${number}${mark}_]+`, 'u'),
    wordsInName: new RegExp(
      `${upper}+(?!${lower})${number}*|${upper}?[${lower}${caseless}${mark}]+${number}*|${number}+|${upper}`,
      'gu',
    ),
    unspaced: new RegExp(`[${unspaced}]`, 'u'),
    runs: new RegExp(`[${unspaced}${mark}ー]+|[^${unspaced}]+`, 'gu'),
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

const patternsFor = (text: string) => (isAscii(text) ? ascii : patternsOfAnyScript())

export function tokenise(text: string): string[] {
  const terms: string[] = []
  const folded = fold(text)
  for (const [chunk] of folded.matchAll(patternsFor(folded).chunks)) addChunk(chunk, terms)
  return terms
}

/** Letters without their accents, one kind of apostrophe; kana keep their marks. */
function fold(text: string): string {
  if (isAscii(text)) return text
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, 'ss')
}

const pluralOfAcronym = /([A-Z]{2})s$/

function addChunk(chunk: string, terms: string[]): void {
  if (/^[A-Z]?[a-z]+$|^[A-Z]+s?$/.test(chunk)) {
    const word = chunk.replace(pluralOfAcronym, '$1')
    if (word.length <= longestTerm) terms.push(normaliseWord(word.toLowerCase()))
    return
  }
  const lower = chunk.toLowerCase().replace(/[./:]+$/, '')
  const contraction = patternsFor(lower).contraction.exec(lower)
  if (isUnspaced(chunk)) addMixedScripts(chunk, terms)
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
  const parts = chunk.split(patternsFor(chunk).separators).filter((part) => part !== '')
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
  return name.split('_').flatMap((part) => part.match(patternsFor(part).wordsInName) ?? [])
}

const isUnspaced = (text: string) => !isAscii(text) && patternsOfAnyScript().unspaced.test(text)

function addMixedScripts(chunk: string, terms: string[]): void {
  const { runs, chunks } = patternsOfAnyScript()
  for (const [run] of chunk.matchAll(runs)) {
    if (isUnspaced(run)) addPairs([...run], terms)
    else for (const [part] of run.matchAll(chunks)) addChunk(part, terms)
  }
}

function addPairs(characters: readonly string[], terms: string[]): void {
  if (characters.length === 1) terms.push(characters[0] ?? '')
  for (let at = 0; at + 1 < characters.length; at++) {
    terms.push(`${characters[at]}${characters[at + 1]}`)
  }
}
