/** Seed phrases of wallets: twelve or more words of the BIP-39 list in a row. */
import { seedWords } from '../formats/seed-words.ts'
import type { Span } from './rule.ts'

const words = new Set(seedWords)
const shortestWord = Math.min(...seedWords.map(({ length }) => length))
const longestWord = Math.max(...seedWords.map(({ length }) => length))
/** The first three letters of each word, five bits a letter: nearly all other words differ there. */
const beginnings = new Uint8Array(1 << 15)
for (const word of seedWords) beginnings[beginningOf(word, 0)] = 1
const fewest = 12
/** Words are drawn at random, so some may be drawn twice. */
const fewestDistinct = 8
/** Twelve words with their spaces are longer, so every phrase holds a character that is looked at. */
const stride = 44
const mostCharacters = 600

/** Looks at every 44th character only: most of them are in no word of the list. */
export function findSeedPhrases(text: string): Span[] {
  const spans: Span[] = []
  for (let at = stride - 1; at < text.length; at += stride) {
    if (!isLetter(text.charCodeAt(at))) {
      if (!isLetter(text.charCodeAt(++at))) continue
    }
    const word = wordAround(text, at)
    if (word === undefined) continue
    const run = runAround(text, word)
    if (run.isPhrase) spans.push({ start: run.start, end: run.end, kind: 'seed-phrase' })
    at = run.end
  }
  return spans
}

function isLetter(code: number): boolean {
  return code >= 97 && code <= 122
}

interface Word {
  readonly start: number
  readonly end: number
}

function wordAround(text: string, at: number): Word | undefined {
  let start = at
  while (isLetter(text.charCodeAt(start - 1)) && at - start < 9) start--
  let end = at + 1
  while (isLetter(text.charCodeAt(end)) && end - start < 9) end++
  if (end - start < shortestWord || end - start > longestWord) return undefined
  if (beginnings[beginningOf(text, start)] === 0) return undefined
  return words.has(text.slice(start, end)) ? { start, end } : undefined
}

function beginningOf(text: string, at: number): number {
  const letter = (index: number) => text.charCodeAt(at + index) & 31
  return (letter(0) << 10) | (letter(1) << 5) | letter(2)
}

const before =
  /(?:^|[^\w])(?:\d{1,2}[.):]\s?)?([a-z]{3,8})[\s,"'|]{1,8}(?:\d{1,2}[.):]\s{0,2})?["']?$/
const after = /[\s,"'|]{1,8}(?:\d{1,2}[.):]\s{0,2})?["']?([a-z]{3,8})(?![\w-])/y

function runAround(text: string, word: Word) {
  let { start, end } = word
  const phrase = [text.slice(start, end)]
  while (end - start < mostCharacters) {
    after.lastIndex = end
    const next = after.exec(text)?.[1]
    if (next === undefined || !words.has(next)) break
    end = after.lastIndex
    phrase.push(next)
  }
  while (word.start - start < mostCharacters) {
    const match = before.exec(text.slice(Math.max(0, start - 28), start))
    const previous = match?.[1]
    if (previous === undefined || !words.has(previous)) break
    start = text.lastIndexOf(previous, start - 1)
    phrase.push(previous)
  }
  const isPhrase = phrase.length >= fewest && new Set(phrase).size >= fewestDistinct
  return { start, end, isPhrase }
}
