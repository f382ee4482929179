/** Reads the whole name around a word such as `password`, and what it says about the value. */

import { alphanumeric, isIn, tableOf } from '../scan/literal-scanner.ts'
import type { Source } from '../scan/source.ts'
import { type SecretName, secretName } from './secret-names.ts'

export interface WrittenName {
  readonly name: string
  /** What the name says about its value; undefined if the name is harmless. */
  readonly secret: SecretName | undefined
  readonly start: number
  readonly end: number
  readonly isOption: boolean
}

const nameCharacters = tableOf(`${alphanumeric}_-`)
const [space, dash] = [32, 45]
const longestLead = 64
const longestTail = 49

/** @param stem a stem the name contains */
export function wholeName(source: Source, wordStart: number, stem: string): WrittenName {
  const { text } = source
  const wordEnd = wordStart + stem.length
  if (stem.includes(' ') || stem.includes('/')) {
    const name = stem.replace(' ', '')
    return { name, secret: secretName(name), start: wordStart, end: wordEnd, isOption: false }
  }
  let start = wordStart
  // Chinese and Japanese have no spaces, so there the name is only the stem.
  if (isNameCode(text.charCodeAt(wordStart))) {
    const limit = Math.max(0, wordStart - longestLead)
    while (start > limit && isNameCode(text.charCodeAt(start - 1))) start--
  }
  let end = wordEnd
  if (isNameCode(text.charCodeAt(wordEnd - 1))) {
    const limit = Math.min(text.length, wordStart + longestTail)
    while (end < limit && isNameCode(text.charCodeAt(end))) end++
  }
  if (start < wordStart && text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '')) start++
  if (text.charCodeAt(end) === space && end - start <= longestGeneric) {
    const words = /^(?:code|secret|pass) (?:words?|phrase|code)(?!\w)/i.exec(
      text.slice(start, start + 16),
    )?.[0]
    if (words !== undefined) {
      const name = words.replace(' ', '')
      return { name, secret: secretName(name), start, end: start + words.length, isOption: false }
    }
  }
  const isOption =
    text.charCodeAt(start) === dash &&
    (isOptionStart(text.charCodeAt(start + 1)) ||
      /^-p(?:w|ass|asswd|assword|assphrase) /.test(text.slice(start, start + 12)))
  const { name, secret } =
    end - start <= longestGeneric ? nameWithOwner(source, start, end) : judged(text, start, end)
  return { name, secret, start, end, isOption }
}

/** Letters of alphabets that separate words with spaces. */
function isNameCode(code: number): boolean {
  return isIn(nameCharacters, code) || (code >= 0xc0 && code < 0x530) || code >> 8 === 0x1e
}

const longestGeneric = 6

/** `--password`, and `-Password` as in PowerShell. */
function isOptionStart(code: number): boolean {
  return code === dash || (code >= 65 && code <= 90)
}

/** `ssid: home`, then `key: …`, perhaps on the next line. */
const network = /(?:wi-?fi|wlan|wpa|ssid|hotspot)\b/gi
const farthestNetwork = 60

/** `account = …`, and `key = …` within the next three lines */
const besideAccount =
  /(?:^|\n)[ \t]*["']?(?:account|user)["']?[ \t]*[:=][^\n]{2,120}\n(?:[^\n[]{2,120}\n){0,2}[ \t]*["']?$/

/** `key` and `code` alone mean nothing, but in "the API key" they do. */
function nameWithOwner(source: Source, start: number, end: number): JudgedName {
  const { text } = source
  const alone = judged(text, start, end)
  if (/^(?:c[oó]dig?o?|codice|code|kod)/i.test(alone.name)) {
    const purpose = secretName(text.slice(start, start + 32))
    if (purpose !== undefined) return { name: alone.name, secret: purpose }
  }
  const networkAt =
    alone.name === 'key' ? source.next(network, Math.max(0, start - farthestNetwork)) : start
  if (networkAt < start && /^[^\n]{0,54}(?:\n[^\n]{0,8})?$/.test(text.slice(networkAt, start)))
    return { name: 'wifikey', secret: secretName('wifi_key') }
  if (alone.name === 'key' && besideAccount.test(source.before(start, 400)))
    return { name: alone.name, secret: secretName('login_key') }
  // The file `master.key`, as a title or at the end of a command.
  if (
    text[start - 1] === '.' &&
    /^key["'`]?:?[ \t]{0,4}(?:<==)?\r?\n/.test(text.slice(start, start + 16))
  )
    return { name: alone.name, secret: secretName('private_key') }
  if (text[start - 1] !== ' ' || !/^(?:keys?|codes?|phrase|words|seed)$/i.test(alone.name))
    return alone
  const owner = /[\w-]+(?: access)? $/i.exec(text.slice(Math.max(0, start - 24), start))?.[0]
  const name = `${owner ?? ''}${alone.name}`
  return { name, secret: secretName(name) }
}

/** Judges the name of a member. */
export function secretMember(name: string): SecretName | undefined {
  return name.length > longestLead ? secretName(name) : judged(name, 0, name.length).secret
}

interface JudgedName {
  readonly name: string
  readonly secret: SecretName | undefined
}

/** Recent names, by a hash of some of their characters. */
const known: JudgedName[] = new Array(1_024).fill({ name: '', secret: undefined })

/** Compares a name with the text in place: copying it for a lookup takes four times as long. */
function judged(text: string, start: number, end: number): JudgedName {
  const middle = text.charCodeAt((start + end) >> 1)
  const hash = text.charCodeAt(start) * 31 + text.charCodeAt(end - 1) * 7 + middle
  const slot = (hash * 31 + end - start) & (known.length - 1)
  const met = known[slot]
  if (met !== undefined && met.name.length === end - start && text.startsWith(met.name, start)) {
    return met
  }
  // A slice would keep the whole text in memory.
  const name = [...text.slice(start, end)].join('')
  const judgement = { name, secret: secretName(name) }
  known[slot] = judgement
  return judgement
}
