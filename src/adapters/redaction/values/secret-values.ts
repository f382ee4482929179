/** Decides whether a value looks like a secret. Every test runs in linear time. */
import { isOnlyMarkers } from '../marker.ts'
import { isOrdinary, isSaidOfSecrets } from './vocabulary.ts'

const placeholderWords = new Set(
  `changeme changeit change-me change_me changethis replaceme replace-me replace_me placeholder
  example examplekey dummy sample fake todo tbd fixme none null nil undefined void true false yes no
  on off empty unset default required optional redacted removed hidden masked filtered private public
  secret secrets password passwords passwd pass pwd passphrase token tokens key keys apikey api-key
  api_key access_token access-token credential credentials creds auth bearer basic authorization
  cookie string str text number int integer float bool boolean object array list any unknown never
  bytes byte buffer uuid varchar char nvarchar symbol function type value values input output self
  this here env vault keychain keyring prompt stdin inherit inherited disabled enabled missing invalid
  expired valid stored encrypted hashed uint8array int32 int64 uint32 uint64 utf8 utf-8 ascii base64
  base64url sha1 sha256 sha512 md5 argon2 argon2id bcrypt scrypt pbkdf2 hs256 rs256 es256 hmac jwt
  oauth oauth2 x-oauth-basic x-access-token foo bar baz n/a na username user-password`.split(/\s+/),
)
const template =
  /^\W*%[sdvrq](?:\W+%[sdvrq])*\W*$|^\{\d?\}$|\$\{|\$\(|\{\{|<%|%\(|^<[^>]*>?$|^\{[\w.-]*\}?$|^%\w+%$|^#\{/
const variable = /^\$(?:[A-Za-z_]+|[A-Z_][A-Z0-9_]*|\d{1,2}|env:\w+)$|^@[A-Z_]+@?$/
const instruction = /^(?:your|enter|insert|replace|put|paste|type|provide)[-_ .][A-Za-z\s._-]*$/i
const asking = /^(?:set|use|the|some)[-_ .][A-Za-z\s._-]*$/i
/** After a possible provider prefix: `xoxb-your-token-here`, `ghp_xxxx`. */
const prefixed =
  /^(?:[A-Za-z][A-Za-z\d]{0,9}[-_.]){0,3}?(?:((?:your|my|example|sample|dummy|fake|insert|replace)[-_](?:[A-Za-z]{2,12}[-_]){0,4}(?:token|key|secret|here))|your(?:api|access|secret)?(?:token|key|secret)(?:here)?|[xX]{4,})$/
const reference =
  /^(?:process\.env|import\.meta|os\.environ|os\.getenv|ENV\b|env\.|secrets\.|vars\.|var\.|local\.|data\.|op:\/\/|vault:|ref\+|arn:aws|keychain:|file:|env:|ENC\[|!(?:Ref|Sub|GetAtt|ImportValue|vault|secret|env|file|include|join|reference)\b|@Microsoft|projects\/[^/]+\/secrets|--[a-z])/
/** A value that names its hash algorithm is public. */
const checksum =
  /^(?:sha\d{1,3}[:-]|md5:|(?:sha\d{1,3}_\d{3}|md5|blake\d\w?)[:-](?=[\w+/-]{24})|h1:(?=[A-Za-z\d+/]{43}=))/i
const address = /^[a-z][a-z0-9+.-]{1,20}:\\?\/\\?\//i

/**
 * Keys whose format says they are public: `pk_live_…`, `pk.eyJ…`, `sb_publishable_…`, New Relic's
 * browser keys, and points of a curve (65 bytes that start with 4).
 */
const publishable =
  /^(?:pk|pub|(?:[a-z]{2,8}[-_])?publishable)[-_.](?:[a-z]{2,8}[-_.])?[\w.-]{16,}$|^pub[\da-f]{32}$|^NRJS-[\da-f]{16,24}$|^B[A-P][\w-]{85}$/

/** Whether the value only fills a secret's place. */
export function isPlaceholder(value: string): boolean {
  const bare = value.trim().replace(/[.,:;!?)\]}]{1,8}$/, '')
  if (bare === '' || isOnlyMarkers(value.trim()) || publishable.test(bare)) return true
  if (placeholderWords.has(bare.toLowerCase())) return true
  if (bare.length > 512) return false
  if (
    /^([xX0])\1+$|([xX])\2{9}/.test(bare) ||
    (!/[\p{L}\p{N}]/u.test(bare) && new Set(bare).size <= 3)
  )
    return true
  if (template.test(bare) || variable.test(bare) || instruction.test(bare)) return true
  const words = prefixed.exec(bare)
  if (words !== null && (words[1] === undefined || isOrdinary(words[1]))) return true
  if (asking.test(bare) && isSaidOfSecrets(bare)) return true
  if (/^\[[A-Za-z _-]*$|[*•●█]{4}/.test(bare)) return true
  return /(?:^|[-_])(?:example(?:key)?|placeholder)$/i.test(bare) || bare.endsWith('EXAMPLEKEY')
}

/** `^1.2.3-beta.1`, and in Linux distributions `1:4.13+dfsg1-4ubuntu3.2` */
const version =
  /^(?:[~^<>=v]{0,2}|\d{1,2}:)\d{1,6}(?:\.\d{1,6})+(?:[-+~](?:\d{0,4}[a-z]{2,10}[.\d]{0,8}|\d{1,4}))*$/

/** Whether the value names a secret's location: a variable, a vault, a file, a URL. */
export function isReference(value: string): boolean {
  return (
    reference.test(value) ||
    checksum.test(value) ||
    version.test(value) ||
    address.test(value) ||
    isPath(value)
  )
}

/** Random text may also start with a slash, but its segments mix case and digits. */
function isPath(value: string): boolean {
  if (!/^(?:~|\.{1,2})?\/|^[A-Za-z]:\\/.test(value) || !/^[\w\s.\\/:~@-]*$/.test(value))
    return false
  return value.split(/[\\/]/).every((segment) => segment.length < 40 && !isMixed(segment))
}

function isMixed(text: string): boolean {
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
}

const proseWord =
  /\b(?:your|the|is|are|was|must|please|enter|required|invalid|forgot|incorrect|wrong|password|passwort|contraseña|senha|token|secret|key|not|with|for|and|or|of|to|cannot|should|will|be|has|have|can)\b/i

/** Chinese, Japanese and Korean do not use spaces, and nobody types a password in them. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]{3}/u

/** Whether the value is a label, a message or a sentence about a secret. */
export function isProse(value: string): boolean {
  if (unspaced.test(value)) return true
  if (!/\s/.test(value.trim())) return false
  if (isPassphrase(value)) return false
  if (value.length > 2000 || proseWord.test(value)) return true
  return /^[A-Z][a-z]+ [a-z]/.test(value) && !/\d$/.test(value)
}

/** Two to eight lowercase words that texts about software never combine. */
export function isPassphrase(value: string): boolean {
  if (!/^[\p{Ll}'’-]{1,20}(?: [\p{Ll}'’-]{1,20}){1,7}$/u.test(value) || isOrdinary(value))
    return false
  return !/pass|secret|token|key|code|must|your/.test(value)
}

/** Whether code or markup only mentions a secret: `#password`, `user.password`, `passwordField`. */
export function isMention(value: string): boolean {
  if (/\d/.test(value) || value.length > 200) return false
  if (isLabel(value)) return true
  if (!/pass|pwd|secret|token|cred|auth/i.test(value) && !/[Kk]eys?(?![a-z])|KEY/.test(value)) {
    return false
  }
  if (/^[a-z]+(?:-[a-z]+)+$/.test(value))
    return /-(?:secret|password|token|key)$/.test(value) || isSaidOfSecrets(value)
  return /[.#/_[\]:-]/.test(value) || /[a-z][A-Z]/.test(value)
}

/** A label in another language. */
export const isLabel = (value: string) => translated.test(value) && !/\d/.test(value)

const translated =
  /^pass?wort$|kennwort|contraseñ|mot de passe|密码|密碼|パスワード|비밀번호|парол|wachtwoord/iu

const identifier = String.raw`(?:[A-Za-z]?[a-z_$]+\d{0,5}(?:[A-Z]+[a-z_]+)*\d{0,2}|[A-Z_]+)`
const dottedPath = new RegExp(String.raw`^${identifier}(?:(?:\?\.|\.|::|->)#?${identifier})+$`)
/** `SyntaxKind.JSDocCommentToken` */
const letterPath = /^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+;?$/
const callOrIndex =
  /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)#?[A-Za-z_$][\w$]*)*!?(?:\?\.)?(?:[([{].|(?<=^(?:[a-z_]|[A-Z][a-z]|\d(?!\d\d))+)\($|(?<=^[A-Za-z_$.:]+)[([{])/
const spelledName =
  /^(?:[a-z]+(?:_[a-z]+)+\d{0,2}|[a-z]+(?:-[a-z]+){1,2}\d{0,2}|_*[a-z]+(?:\d{0,3}[A-Z][a-z]+)+\d{0,2}|[A-Z]+(?:_[A-Z]+)+\d{0,2}|(?:[A-Z]+[a-z]{2,})+[A-Z]*)$/

/** `userPassword`, `oauth2_client_secret`; but people do choose `password1` and `secret99`. */
const mentionWord = /^(?:[A-Za-z_]+|_*[a-z]+\d?(?:_[a-z]+\d?)*_[a-z]+)$/

/** Whether code would read the unquoted value as an expression. */
export function isExpression(value: string): boolean {
  if (value.length > 256) return false
  if (/^[*&?(=|[{@+-]|^!(?!\p{L}+$)/u.test(value)) return true
  if (value.startsWith('!')) return isOrdinary(value)
  if (/^\/.*\/[a-z]*\.|\w\.\w+\(/.test(value) || callOrIndex.test(value)) return true
  const isName = dottedPath.test(value) || letterPath.test(value) || spelledName.test(value)
  if (isName && (isOrdinary(value) || isMention(value))) return true
  return mentionWord.test(value) && /passw|secret|token|apikey|api_key|credential/i.test(value)
}

/** Whether the value looks random, or at least unreadable. */
export function isOpaque(value: string): boolean {
  const text = value.trim()
  if (text.length < 8 || /\s/.test(text)) return false
  if (isSpelledOut(text)) return false
  const hasDigit = /\d/.test(text)
  const hasLetter = /[A-Za-z]/.test(text)
  if (hasDigit && hasLetter) return !/^\d{4}-\d\d-\d\d/.test(text) && !/^v?\d+(?:\.\d+)+/.test(text)
  if (hasDigit) return text.length >= 10
  return /[A-Za-z]{16}/.test(text) || (text.length >= 16 && /[a-z][A-Z].*[a-z][A-Z]/.test(text))
}

/** `my-token-name`, `auth.token.invalid`, `userToken`: words. Random text has shorter pieces. */
function isSpelledOut(text: string): boolean {
  if (text.length > 80) return false
  const parts = text.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/)
  return text.length / parts.length >= 3.5 && parts.every(isWord)
}

function isWord(part: string): boolean {
  return part.length <= 14 && /^(?:[A-Z]?[a-z]*|[A-Z]+|v?\d{1,3})$/.test(part)
}

/** Decodes plain or URL-safe base64 to one character per byte; empty if it is neither. */
export function decodeBase64(text: string): string {
  try {
    const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
    // Truncated after the first character of a group, which has no full byte.
    return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain)
  } catch {
    return ''
  }
}

/** Whether the credential is `user:password` in base64. */
export function isBasic(credential: string): boolean {
  return /^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decodeBase64(credential))
}
