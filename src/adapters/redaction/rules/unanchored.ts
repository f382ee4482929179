/** Secrets without a fixed literal, searched for separately. */

import { seedWords } from '../formats/seed-words.ts'
import { alphanumeric, isIn, runEnd, runStart, tableOf } from '../scan/literal-scanner.ts'
import type { Source, Span } from '../scan/source.ts'
import { isOrdinaryName } from '../values/secret-names.ts'
import { isPlaceholder } from '../values/secret-values.ts'
import { isLongAndRandom, isRandom } from '../values/shape.ts'
import { findUserInfo } from './authorization.ts'
import { findDiscordTokens } from './tokens.ts'

export interface UnanchoredRule {
  readonly name: string
  find(source: Source): readonly Span[]
}

export const unanchoredRules: readonly UnanchoredRule[] = [
  { name: 'discord-token', find: ({ text }) => findDiscordTokens(text) },
  { name: 'seed-phrase', find: ({ text }) => findSeedPhrases(text) },
  {
    name: 'facebook-token',
    find: ({ text }) => findAfterDigit(text, facebookApp, 'facebook-token'),
  },
  { name: 'user-info', find: ({ text }) => findUserInfo(text) },
  { name: 'token', find: ({ text }) => findUnknownTokens(text) },
  { name: 'key-of-64-bytes', find: ({ text }) => findLongKeys(text) },
  { name: 'asana-token', find: ({ text }) => findAfterDigit(text, asana, 'asana-token') },
]

interface SignedPattern {
  readonly sign: string
  /** Sticky; starts with the sign, after a digit. */
  readonly pattern: RegExp
}

const facebookApp = { sign: '|', pattern: /\|(?<=\d{15}\|)[\w-]{27,40}(?![\w-])/y }
const asana = { sign: ':', pattern: /:(?<=\/\d{13,19}:)[a-f0-9]{32}(?![a-f0-9])/y }

/** Searching for one character is many times faster than a pattern. */
function findAfterDigit(text: string, { sign, pattern }: SignedPattern, kind: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (!isDigit(text.charCodeAt(at - 1))) continue
    pattern.lastIndex = at
    if (pattern.test(text)) spans.push({ start: at, end: pattern.lastIndex, kind })
  }
  return spans
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** Seed phrases of wallets: twelve or more words of the BIP-39 list in a row. */
const words = new Set(seedWords)
const shortestWord = Math.min(...seedWords.map(({ length }) => length))
const longestWord = Math.max(...seedWords.map(({ length }) => length))
/** The first three letters of each word, five bits each; nearly all other words differ there. */
const beginnings = new Uint8Array(1 << 15)
for (const word of seedWords) beginnings[beginningOf(word, 0)] = 1
const fewest = 12
/** Words are drawn at random and may repeat. */
const fewestDistinct = 8
/** Twelve words with spaces are longer, so every phrase contains a character we look at. */
const stride = 44
const mostCharacters = 600

/** Looks at every 44th character only; most are in no word of the list. */
function findSeedPhrases(text: string): Span[] {
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

/**
 * Tokens of unknown providers: long random text that nothing marks as an id, a hash or encoded
 * data. Without a secret's name or a known format, the shape and the preceding text decide.
 */
const tokenCharacters = tableOf(`${alphanumeric}_-`)
/** Longer text is encoded data. */
const longestToken = 96
const shortestToken = 20
/** Ids have 20 to 22 characters, so a token without a name must be longer. */
const shortestAlone = 24

/** Looks at every 20th character; every token contains one of them. */
function findUnknownTokens(text: string): Span[] {
  const spans: Span[] = []
  for (let at = shortestToken - 1; at < text.length; at += shortestToken) {
    if (!isIn(tokenCharacters, text.charCodeAt(at))) continue
    const end = runEnd(text, at, tokenCharacters, longestToken)
    const start = runStart(text, at, tokenCharacters, longestToken)
    if (end - start < shortestToken) continue
    const isWhole = start === 0 && end === text.length
    if (!isWhole && end - start < longestToken && isToken(text, start, end)) {
      spans.push({ start, end, kind: 'token', isGuess: true })
    }
    at = Math.max(at, end - 1)
  }
  return spans
}

const padded =
  /==(?<=(?<![A-Za-z\d+/=])(?=[A-Za-z\d]{0,86}[+/])[A-Za-z\d+/]{86}==)(?![A-Za-z\d+/=])/y
/** Other values with 64 bytes. */
const hashBefore =
  /(?:sha|hash|digest|integrity|checksum|sign|public|cert|fingerprint)[^\n]{0,32}$/i

/** Finds 64 random bytes in base64: keys of storage accounts and vault sessions. */
function findLongKeys(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('=='); at >= 0; at = text.indexOf('==', at + 2)) {
    padded.lastIndex = at
    if (!padded.test(text)) continue
    const [start, end] = [at - 86, at + 2]
    const before = text.slice(Math.max(0, start - 96), start)
    if (hashBefore.test(before) || isData(text, before, end)) continue
    if (isOrdinaryName(nameBefore.exec(before)?.[1] ?? '')) continue
    spans.push({ start, end, kind: 'token', isGuess: true })
  }
  return spans
}

/** Whether a value is a single random token; its name decides whether that is an id. */
export function isUnknownToken(value: string): boolean {
  return (
    value.length < longestToken && /^[\w-]*$/.test(value) && hasTokenShape(value, shortestAlone)
  )
}

function isToken(text: string, start: number, end: number): boolean {
  const token = text.slice(start, end)
  const isHex = /^[\da-f]{32,64}$/.test(token)
  const before = text.slice(Math.max(0, start - 96), start)
  if (secretPath.test(before)) return isHex || isRandom(token, shortestToken)
  if ((!isHex && !hasTokenShape(token, shortestToken)) || !isClosed(text, end)) return false
  const name = nameBefore.exec(before)?.[1]
  if (isHex) return settingBefore.test(before) && !isOrdinaryName(name ?? '')
  if (name === undefined && token.length < shortestAlone) return false
  if (!opening.test(before.slice(-1))) return false
  if (/^[xyn]$/.test(name ?? '') && text.slice(Math.max(0, start - 400), end + 400).includes('kty'))
    return false
  return !isData(text, before, end) && !isOrdinaryName(name ?? wordBefore.exec(before)?.[1] ?? '')
}

/** `API_X=` and `?x=` */
const settingBefore =
  /(?:(?:^|[\s;"'])[A-Z][A-Z0-9_]{2,64}["']?[ \t]{0,4}[=:][ \t]{0,4}["']?|[?&][a-z_]{3,32}=)$/
const opening = /[\s"'`:=,;|([{<>&?]|[^ -~]|^$/
/** URLs that admit everyone who knows them. */
const secretPath =
  /:\/\/[^\s"'<>]{0,80}(?:hooks?|token|secret|invite|reset|magic|feed|private|share)\/$/i
/** `id: '`, `id = decodeHex('` */
const nameBefore =
  /([\p{L}\w$-]{1,64})["'`\]]{0,2}[ \t]{0,4}(?::|=|=>|:=|\()\s{0,16}(?:[\w.]{0,24}(?:decode|base64|b64|hex|bytes|buffer|atob)[\w.]{0,16}\(\s{0,16})?["'`]?$/iu
const wordBefore = /([\p{L}\w-]{1,32}) ["'`(]?$/u

function isClosed(text: string, end: number): boolean {
  const [after, next] = [text.charAt(end), text.charAt(end + 1)]
  if (/[\s"'`,;|)\]}<>&#?]|[^ -~]|^$/.test(after)) return true
  return /[.:!]/.test(after) ? /[\s"']|^$/.test(next) : after === '\\' && /[nrt"'`\\]/.test(next)
}

/** Several lines of base64, the start of encoded data, or the rest of a colour code. */
function isData(text: string, before: string, end: number): boolean {
  return (
    before.endsWith('\u001b[') ||
    /(?:base64,|sha\d{1,3}-|(?:[A-Za-z0-9+/]{40}|-----)(?:\s|\\n){1,8})$/.test(before) ||
    /^(?:\s|\\n){1,8}(?:[A-Za-z0-9+/]{40}|-----)/.test(text.slice(end, end + 60))
  )
}

/** `toolu_01…` and `cus_…` are ids; a token's prefix is longer or absent. */
const idPrefix =
  /^(?!sk|pk|rk|pat|key|tok|api|sec|ghp)[a-z]{2,6}[_-](?=[A-Za-z0-9]{14,28}$)|^(?:toolu|msg|req|call|resp|rs|fc|chatcmpl|run|thread|asst|batch|file)[_-]/

/** `acme_live_…`, `gk-prod-…`: the prefix says it is a secret. */
const secretPrefix =
  /^(?!pk[-_]|pub)[a-z][a-z0-9]{0,11}[-_](?:live|prod|test|dev|sk|secret|key|api|pat|token|access|auth|admin|bot|svc|private)[-_](?=[A-Za-z0-9]{16,64}$)/

function hasTokenShape(token: string, shortest: number): boolean {
  const prefix = secretPrefix.exec(token)?.[0]
  if (prefix !== undefined && isLongAndRandom(token.slice(prefix.length))) return true
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token) || idPrefix.test(token)) return false
  // Zeros in base64: a public key or other data.
  if (token.startsWith('AAAA') || isPlaceholder(token) || isSymbolName(token)) return false
  const parts = token.split(/[_-]/)
  const longest = parts.reduce((most, part) => (part.length > most.length ? part : most), '')
  if (longest.length < 12 || token.replace(/\D/g, '').length < 2) return false
  const body = longest.length >= 16 ? longest : token
  // `9f86d081884c7d65-FRA`: an id and the place that issued it.
  if (/^[\da-f]+$/.test(body)) return false
  return token.length >= shortest && isRandom(body, 12)
}

/** `_ZN4core3fmt9Formatter`: compilers write a word's length before it. */
function isSymbolName(token: string): boolean {
  if (!/^_{1,3}[A-Z]/.test(token)) return false
  return [...token.matchAll(/\d{1,2}(?=[A-Za-z_])/g)].some(({ 0: length, index }) => {
    const word = token.slice(index + length.length, index + length.length + Number(length))
    return word.length >= 3 && word.length === Number(length) && /^[A-Za-z_]+$/.test(word)
  })
}
