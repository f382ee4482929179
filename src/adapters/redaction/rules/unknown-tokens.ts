/**
 * Tokens of unknown providers: long random text that nothing marks as an id, a hash or encoded data.
 * It has neither a secret's name nor a known format, so its shape and what precedes it must tell.
 */
import { alphanumeric, isIn, runEnd, runStart, tableOf } from '../scan/character-table.ts'
import { isOrdinaryName } from '../values/secret-names.ts'
import { isLongAndRandom, isRandom } from '../values/shape.ts'
import type { Span } from './rule.ts'

const tokenCharacters = tableOf(`${alphanumeric}_-`)
/** Encoded data is longer. */
const longestToken = 96
const shortestToken = 20
/** Ids have 20 to 22 characters, so without a name more is needed. */
const shortestAlone = 24

/** Looks at every 20th character: every token contains one. */
export function findUnknownTokens(text: string): Span[] {
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

/** Whether a value is one random token; its name decides whether that is an id. */
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
  return !isData(text, before, end) && !isOrdinaryName(name ?? wordBefore.exec(before)?.[1] ?? '')
}

/** `API_X=` and `?x=` */
const settingBefore =
  /(?:(?:^|[\s;"'])[A-Z][A-Z0-9_]{2,64}["']?[ \t]{0,4}[=:][ \t]{0,4}["']?|[?&][a-z_]{3,32}=)$/
const opening = /[\s"'`:=,;|([{<>&?]|[^ -~]|^$/
/** Addresses that let in everyone who knows them. */
const secretPath =
  /:\/\/[^\s"'<>]{0,80}(?:hooks?|token|secret|invite|reset|magic|feed|private|share)\/$/i
const nameBefore = /([\p{L}\w$-]{1,64})["'`\]]{0,2}[ \t]{0,4}(?::|=|=>|:=|\()[ \t]{0,4}["'`]?$/u
const wordBefore = /([\p{L}\w-]{1,32}) ["'`(]?$/u

function isClosed(text: string, end: number): boolean {
  const [after, next] = [text.charAt(end), text.charAt(end + 1)]
  if (/[\s"'`,;|)\]}<>&#?]|[^ -~]|^$/.test(after)) return true
  return /[.:!]/.test(after) ? /[\s"']|^$/.test(next) : after === '\\' && /[nrt"'`\\]/.test(next)
}

/** A line of several in base64, the start of encoded data, or the rest of a colour code. */
function isData(text: string, before: string, end: number): boolean {
  return (
    before.endsWith('\u001b[') ||
    /(?:base64,|sha\d{1,3}-|(?:[A-Za-z0-9+/]{40}|-----)(?:\s|\\n){1,8})$/.test(before) ||
    /^(?:\s|\\n){1,8}(?:[A-Za-z0-9+/]{40}|-----)/.test(text.slice(end, end + 60))
  )
}

/** `toolu_01…` and `cus_…` are ids; a token's prefix says more, or nothing. */
const idPrefix =
  /^pk_(?:live|test)_|^(?!sk|pk|rk|pat|key|tok|api|sec|ghp)[a-z]{2,6}[_-](?=[A-Za-z0-9]{14,28}$)|^(?:toolu|msg|req|call|resp|rs|fc|chatcmpl|run|thread|asst|batch|file)[_-]/

/** `acme_live_…`, `gk-prod-…`: what opens it says what it is. */
const secretPrefix =
  /^(?!pk[-_]|pub)[a-z][a-z0-9]{0,11}[-_](?:live|prod|test|dev|sk|secret|key|api|pat|token|access|auth|admin|bot|svc|private)[-_](?=[A-Za-z0-9]{16,64}$)/

function hasTokenShape(token: string, shortest: number): boolean {
  const prefix = secretPrefix.exec(token)?.[0]
  if (prefix !== undefined && isLongAndRandom(token.slice(prefix.length))) return true
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token) || idPrefix.test(token)) return false
  // Zeros in base64: a public key or other data.
  if (token.startsWith('AAAA')) return false
  const parts = token.split(/[_-]/)
  const longest = parts.reduce((most, part) => (part.length > most.length ? part : most), '')
  if (longest.length < 12 || token.replace(/\D/g, '').length < 2) return false
  const body = longest.length >= 16 ? longest : token
  return token.length >= shortest && isRandom(body, 12)
}
