/** The values of `Authorization:`, `Cookie:`, `Bearer` and `Basic`. */
import { alphanumeric, isIn, runEnd, tableOf } from '../scan/character-table.ts'
import type { Source } from '../scan/source.ts'
import { isBasic } from '../values/base64.ts'
import { isExpression, isOpaque, isPlaceholder, isReference } from '../values/secret-values.ts'
import { blanksEnd } from '../values/separator.ts'
import type { Rule, Span } from './rule.ts'

const scheme =
  /^(bearer|basic|token|digest|negotiate|ntlm|api-?key|key|oauth|hawk|dpop|bot|ssws|splunk|geniekey|zoho-oauthtoken|shippotoken|aws4-hmac-sha256)([ \t]{1,16})(?=\S)/i
const firstCookie = /^[\w.!#%&*+^|~-]{1,128}=/
const longCookie = /=[^\s;,"']{4}/
const nextLongCookie = new RegExp(longCookie.source, 'g')
const longestParameters = 2_048
/** What is judged of a value; the rest of a longer one is like its start. */
const judgedLength = 160

/** The credential in the value of an `Authorization` header. */
export function findCredential(text: string, start: number, end: number): Span | undefined {
  const value = text.slice(start, Math.min(end, start + judgedLength))
  const match = scheme.exec(value)
  if (match === null) {
    const isCredential = isOpaque(value) && !isReference(value) && !isExpression(value)
    return isCredential && !isPlaceholder(value) ? { start, end, kind: 'authorization' } : undefined
  }
  const [lead, name = ''] = match
  // `Digest username="bob", …, response="…"`: its parameters are quoted.
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

/** Cookies are redacted whole, because nobody knows which parts are secret. */
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

/** Rules out most mentions of `Authorization` and `Cookie` before anybody reads their value. */
export function isHarmlessHeader(source: Source, kind: string, nameEnd: number): boolean {
  const { text } = source
  if (kind === 'cookie') return source.next(nextLongCookie, nameEnd) > nameEnd + farthestCookie
  return text.charCodeAt(nameEnd) === colon && isTextAt(text, blanksEnd(text, nameEnd + 1))
}

const colon = 58
/** The part of a value that is judged, and what stands between it and the name. */
const farthestCookie = judgedLength + 160

/** Whether several words start here, of which the first cannot be a scheme. */
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
/** Neither a blank nor the end of a literal. */
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
