/** Redacts the values of `Authorization:`, `Bearer`, `Basic` and `Cookie:`. */
import { decodeBase64 } from './bot-tokens.ts'
import { redacted } from './marker.ts'
import { isExpression, isOpaque, isPlaceholder, isReference } from './secret-values.ts'

const scheme =
  /^(bearer|basic|token|digest|negotiate|ntlm|api-?key|key|oauth|hawk|dpop|bot|ssws|splunk|geniekey|aws4-hmac-sha256)([ \t]+)(\S.*)$/is
const firstCookie = /^[\w.!#%&*+^|~-]{1,128}=/
const longCookie = /=[^\s;,"']{4}/

/** The value of an `Authorization` header without its credential; undefined if it has none. */
export function redactAuthorization(value: string): string | undefined {
  const match = scheme.exec(value)
  if (match === null) {
    const isCredential = isOpaque(value) && !isReference(value) && !isExpression(value)
    return isCredential && !isPlaceholder(value) ? redacted('authorization') : undefined
  }
  const [, name = '', gap = '', credential = ''] = match
  if (isPlaceholder(credential) || isReference(credential)) return undefined
  if (/^[A-Za-z]+(?:\s|$)/.test(credential) && !isOpaque(credential)) return undefined
  return `${name}${gap}${redacted(kindOf(name))}`
}

/** Cookies are redacted whole, because nobody knows which parts are secret. */
export function isCookieValue(value: string): boolean {
  return (
    firstCookie.test(value) &&
    longCookie.test(value) &&
    !isPlaceholder(value) &&
    !value.includes('${')
  )
}

const standalone = /\b(bearer|basic)([ \t]+)([A-Za-z0-9._~+/=-]{8,})/gi

export function redactSchemes(text: string): string {
  return text.replace(standalone, (whole, name: string, gap: string, credential: string) => {
    const isSecret = /^basic$/i.test(name) ? isBasic(credential) : isBearer(credential)
    return isSecret ? `${name}${gap}${redacted(kindOf(name))}` : whole
  })
}

function isBearer(credential: string): boolean {
  return isOpaque(credential) && !isPlaceholder(credential) && !isReference(credential)
}

function isBasic(credential: string): boolean {
  if (credential.length > 4096) return false
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decodeBase64(credential))
}

function kindOf(name: string): string {
  const known = name.toLowerCase()
  if (known === 'bearer') return 'bearer-token'
  return known === 'basic' ? 'basic-auth' : 'authorization'
}
