/** The values of `Authorization:`, `Cookie:`, `Bearer` and `Basic`, and passwords in URLs. */

import { markerPattern } from '../marker.ts'
import { alphanumeric, isIn, runEnd, tableOf } from '../scan/literal-scanner.ts'
import type { Rule, Source, Span } from '../scan/source.ts'
import {
  isBasic,
  isExpression,
  isOpaque,
  isPlaceholder,
  isReference,
} from '../values/secret-values.ts'
import { blanksEnd } from '../values/separator.ts'
import { isChosenPassword } from '../values/shape.ts'

const scheme =
  /^(bearer|basic|token|digest|negotiate|ntlm|api-?key|key|oauth|hawk|dpop|bot|ssws|splunk|geniekey|zoho-oauthtoken|shippotoken|aws4-hmac-sha256)([ \t]{1,16})(?=\S)/i
const firstCookie = /^[\w.!#%&*+^|~-]{1,128}=/
const longCookie = /=[^\s;,"']{4}/
const nextLongCookie = new RegExp(longCookie.source, 'g')
const longestParameters = 2_048
/** How much of a value is judged; longer ones continue as they start. */
const judgedLength = 160

/** Finds the credential in an `Authorization` header's value. */
export function findCredential(text: string, start: number, end: number): Span | undefined {
  const value = text.slice(start, Math.min(end, start + judgedLength))
  const match = scheme.exec(value)
  if (match === null) {
    const isCredential = isOpaque(value) && !isReference(value) && !isExpression(value)
    return isCredential && !isPlaceholder(value) ? { start, end, kind: 'authorization' } : undefined
  }
  const [lead, name = ''] = match
  // `Digest username="bob", …, response="…"` quotes its parameters.
  const parameters = /^\w{2,20}=(?=$|["\\])/.test(value.slice(lead.length))
  if (parameters) {
    const rest = text.slice(start, start + longestParameters)
    return { start: start + lead.length, end: start + rest.search(/[\r\n']|$/), kind: kindOf(name) }
  }
  const credential = value.slice(lead.length)
  if (isPlaceholder(credential) || isReference(credential)) return undefined
  if (/^[A-Za-z]+(?:\s|$)/.test(credential) && !isOpaque(credential)) return undefined
  return { start: start + lead.length, end, kind: kindOf(name) }
}

/** Cookies are redacted whole, because any part may be secret. */
export function isCookieValue(value: string): boolean {
  const judged = value.slice(0, judgedLength)
  return (
    firstCookie.test(judged) &&
    longCookie.test(judged) &&
    !/^(?:samesite|path|domain|expires|max-age)=/i.test(judged) &&
    !isPlaceholder(judged) &&
    !judged.includes('${')
  )
}

/** Rules out most mentions of `Authorization` and `Cookie` before reading their value. */
export function isHarmlessHeader(source: Source, kind: string, nameEnd: number): boolean {
  const { text } = source
  if (kind === 'cookie') return source.next(nextLongCookie, nameEnd) > nameEnd + farthestCookie
  return text.charCodeAt(nameEnd) === colon && isTextAt(text, blanksEnd(text, nameEnd + 1))
}

const colon = 58
/** The judged part of a value, and what is between it and the name. */
const farthestCookie = judgedLength + 160

/** Whether several words start here and the first cannot be a scheme. */
function isTextAt(text: string, start: number): boolean {
  const wordEnd = runEnd(text, start, wordCharacters, judgedLength)
  const isScheme =
    wordEnd - start <= longestScheme && isIn(schemeCharacters, text.charCodeAt(wordEnd - 1))
  if (isScheme || text.charCodeAt(wordEnd) !== space) return false
  const next = text.charCodeAt(wordEnd + 1)
  return next !== equalsSign && isIn(wordCharacters, next)
}

const space = 32
const equalsSign = 61
const longestScheme = 16
const schemeCharacters = tableOf(alphanumeric)
/** Neither white space nor the end of a literal. */
const wordCharacters = tableOf(`${alphanumeric}!#$%&()*+,-./:;<=>?@[]^_{|}~`)

const credentialEnd = /[^A-Za-z0-9._~+/=-]/g
const gap = /[ \t]{1,16}/y

export const schemeRule: Rule = {
  name: 'scheme',
  anchors: ['bearer', 'basic'],
  ignoresCase: true,
  find(source, at, anchor) {
    if (/\w$/.test(source.before(at, 1)) || source.match(gap, at + anchor.length) === null) {
      return undefined
    }
    const start = gap.lastIndex
    const end = source.next(credentialEnd, start)
    if (end - start < 8) return undefined
    const credential = source.text.slice(start, Math.min(end, start + judgedLength))
    const isSecret = anchor === 'basic' ? isBasic(credential) : isBearer(credential)
    return isSecret ? { start, end, kind: kindOf(anchor) } : undefined
  },
}

function isBearer(credential: string): boolean {
  return isOpaque(credential) && !isPlaceholder(credential) && !isReference(credential)
}

function kindOf(name: string): string {
  const known = name.toLowerCase()
  if (known === 'bearer') return 'bearer-token'
  return known === 'basic' ? 'basic-auth' : 'authorization'
}

/** Finds the password or token in `scheme://user:password@host`; the rest of the URL stays. */
const userInfoEnd = /[\s/?#"'`<>\\]/g
const longestUserInfo = 2_048

export const urlCredentialRule: Rule = {
  name: 'url-credentials',
  anchors: ['://', ':\\/\\/'],
  find(source, at, anchor) {
    const start = at + anchor.length
    const plain = userInfoAt(source, start)
    if (plain === undefined && source.match(repository, start) !== null) {
      return findPathTokens(source.text, start, repository.lastIndex)
    }
    if (plain !== undefined) return judgeUserInfo(source.text, start, plain)
    if (!databaseScheme.test(source.before(at, 16))) return undefined
    const match = source.match(databaseUserInfo, start)
    return match === null ? undefined : judgeUserInfo(source.text, start, start + match[0].length)
  },
}

const repository = /[\w.:-]{1,128}(?:\/[\w.~%+-]{1,128}){2,8}?\.git(?![\w.])/y

/** Some servers take the token as a folder in the repository's URL. */
function findPathTokens(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  for (const part of text.slice(start, end).split('/')) {
    if (part.length >= 20 && isOpaque(part) && /\d/.test(part) && /[A-Z]|[a-f0-9]{32}/.test(part)) {
      spans.push({ start: from, end: from + part.length, kind: 'url-token' })
    }
    from += part.length + 1
  }
  return spans
}

/** Database passwords are often pasted unescaped, with slashes; a port is not a password. */
const databaseScheme =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|oracle|nats|kafka|neo4j|bolt)$/i
const databaseUserInfo = /[^\s:@/"'`<>]{0,128}:(?!\d{1,5}[/?])[^\s@"'`<>]{1,256}(?=@[\w.[-])/y

/** Where the part before the last `@` ends. */
function userInfoAt(source: Source, start: number): number | undefined {
  const end = source.next(userInfoEnd, start)
  if (end - start > longestUserInfo) return undefined
  const at = source.text.slice(start, end).lastIndexOf('@')
  return at <= 0 ? undefined : start + at
}

const userAndPassword = new RegExp(`^((?:${markerPattern}|[^:])*)(?::(.*))?$`, 's')

function judgeUserInfo(text: string, start: number, end: number): Span[] {
  const [, user = '', password = ''] = userAndPassword.exec(text.slice(start, end)) ?? []
  const spans: Span[] = []
  const isToken =
    user.length >= 16 &&
    /\d/.test(user) &&
    isOpaque(user) &&
    !isPlaceholder(user) &&
    (password !== '' || !isPublicKey(text, start, end))
  if (isToken) spans.push({ start, end: start + user.length, kind: 'url-token' })
  if (password !== '' && !isPlaceholder(password)) {
    spans.push({ start: end - password.length, end, kind: 'url-password' })
  }
  return spans
}

/** Error trackers identify the sender by a key that every browser sees. */
function isPublicKey(text: string, start: number, end: number): boolean {
  return (
    /^[\da-f]{32}$/.test(text.slice(start, end)) &&
    (/dsn["'`\\\]]{0,6}\s{0,4}[:=,(]{1,2}\s{0,4}[\\"'`]{0,5}https?:[\\/]{2,4}$/i.test(
      text.slice(Math.max(0, start - 32), start),
    ) ||
      /^@[\w-]{1,64}\.ingest\./.test(text.slice(end, end + 80)))
  )
}

const userBefore = /(?:^|[\s"'`(=:/])(?!\d+[:/])[\w.+-]{2,32}[:/]([^\s@:/?&="'`<>]{6,64})$/
const host =
  /@(?!sha\d)(?:[a-z][\w-]{0,62}(?:\.[\w-]{1,62}){0,6}|\d{1,3}(?:\.\d{1,3}){3})(?![\w@])/iy

/** `bob:hunter2x@host`, `bob/hunter2x@host` and `bob:swordfish@tcp(host)`, without a scheme. */
export function findUserInfo(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    host.lastIndex = at
    const isCertain = /^@(?:tcp|unix|udp)?\(/.test(text.slice(at, at + 6))
    if (!isCertain && !host.test(text)) continue
    const password = userBefore.exec(text.slice(Math.max(0, at - 100), at))?.[1]
    if (
      password !== undefined &&
      (isCertain ? !isPlaceholder(password) : isChosenPassword(password, leastBits))
    ) {
      spans.push({ start: at - password.length, end: at, kind: 'password', isGuess: true })
    }
  }
  return spans
}

const leastBits = 30
