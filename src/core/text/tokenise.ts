/**
 * Splits documents and queries into search terms. A word becomes its stem. An identifier, path, URL
 * or version is also kept whole. Scripts without spaces become pairs of characters.
 */
import { normaliseWord } from './normalise-word.ts'

/** Longer runs are blobs (base64, minified code); only substring search looks inside them. */
const longestTerm = 80

interface Patterns {
  readonly chunks: RegExp
  readonly contraction: RegExp
  readonly separators: RegExp
  readonly wordsInName: RegExp
}

/** Most text is ASCII, and compiling the Unicode patterns takes a short-lived process 8 ms. */
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

/** The same for every script. Not regex literals, which are compiled when the module loads. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the whole ASCII range
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

const patternsFor = (text: string) => (isAscii(text) ? ascii : patternsOfAnyScript())

export function tokenise(text: string): string[] {
  if (isPlainWord(text)) return [normaliseWord(text)]
  const terms: string[] = []
  const folded = fold(text)
  for (const [chunk] of folded.matchAll(patternsFor(folded).chunks)) addChunk(chunk, terms)
  return terms
}

/** Removes accents and unifies apostrophes; kana keep their marks. */
function fold(text: string): string {
  if (isAscii(text)) return text
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[’‘]/g, "'")
    .replace(/ß/g, 'ss')
}

/** Most words are. */
const isPlainWord = (text: string) => text.length <= longestTerm && /^[a-z]+$/.test(text)

const pluralOfAcronym = /([A-Z]{2})s$/

function addChunk(chunk: string, terms: string[]): void {
  if (isPlainWord(chunk)) {
    terms.push(normaliseWord(chunk))
    return
  }
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

/** `src/core/json.ts` gives itself, its last segment `json.ts`, and its words. */
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

/** Keeps identifiers inside a compound whole: `parseJson` in `reader.parseJson`. */
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
