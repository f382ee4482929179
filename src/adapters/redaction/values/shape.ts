/**
 * Judges a value by its shape alone: what a person chooses as a password, what is random, and which
 * words say something about a secret instead of being one.
 */
import { isMention, isPlaceholder, isReference } from './secret-values.ts'
import { strangeness } from './symbols.ts'
import { isOrdinary, isSaidOfSecrets } from './vocabulary.ts'

const measure =
  /^[#$~+-]?\d+(?:[.,:x/-]\d+)*[a-zA-Z%]{0,4}$|^\d{4}-\d\d|^\d[\d.]*[-_][a-z]+\d*$|^v?\d+(?:\.\w+)+|^0x[\da-f]+$/i
const identifier =
  /^[A-Z]{2,10}-\d+$|^[\da-f]{6,64}$|^[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}$/
const fileOrAddress = /^[\w.-]+:\d{1,5}$|@[\w-]+\.|\.[a-z]{1,5}\d?$|:\/\/|^www\.|^[#@.&*]|^--?[a-z]/
const codeSigns = /[\\/(){}[\]<>|,;"'`]|=>|::|->|→|…|\$\{|^\$|[a-z]\.[a-z]|^\w{2,}=|=$/
const sign = /[!@#$%^&*?+=~](?=.)/

/**
 * Whether a person may have chosen it as a password: letters with digits or signs, which is no
 * name, address, measure or technical term.
 * @param leastBits how surprising it must be: more where secrets are less expected
 */
export function isChosenPassword(value: string, leastBits: number): boolean {
  if (value.length < 6 || value.length > 64 || !/\p{L}/u.test(value)) return false
  if (!/\d/.test(value) && !sign.test(value)) return false
  if (measure.test(value) || identifier.test(value) || fileOrAddress.test(value)) return false
  if (codeSigns.test(value) || isPlaceholder(value) || isReference(value)) return false
  if (isNameOfWords(value, leastBits)) return false
  const others = value.match(/[^\0-\u024f]/g)?.length ?? 0
  return strangeness(value) * value.length + others * bitsOfOthers >= leastBits
}

/** The table of costs knows Latin letters only. */
const bitsOfOthers = 4

/** Algorithms and formats: letters and digits, but nobody's password. */
const technicalTerm =
  /^(?:sha|md|base|utf|oauth|http|ipv|es|rs|hs|ps|aes|rsa|ecdsa|pbkdf|argon|ed|curve|x|p|secp|fido|tls|ssl|socks|v|iso|rfc|cve|u?int|float|web|log|py|python|node|vue|win|mp|latin|user|test|step|level|line|row|item|chapter|section|phase|part|page|case|option|example)\d{1,5}[a-z]{0,2}\d?$/i

/** `sha256`, `Sha256Hasher` */
function isTechnical(part: string): boolean {
  return technicalTerm.test(part.replace(/(?<=\d)(?:[A-Z][a-z]{2,})+$/, ''))
}

/** `step-2`, `HMAC-SHA256`, `4-level`, `user_id1`: words and short numbers. */
function isNameOfWords(value: string, leastBits: number): boolean {
  const parts = value.split(/[-_.:]/)
  if (parts.every((part) => isTechnical(part) || /^[A-Za-z]{2,}$/.test(part))) return true
  if (numberedName.test(value) && isOrdinary(value)) return true
  // Letters are taken as a whole: in pieces, a long value would be tried in every way to cut it.
  const areWords = /^(?:[A-Za-z]+(?![A-Za-z])(?:\d(?![a-z\d]))?|[-_.:$]\d*|^\d+(?=[-_]))+$/.test(
    value,
  )
  return areWords && (leastBits >= bitsBeyondNames || strangeness(value) < mostBitsOfWords)
}

/** `addInt32PrefixedString`, `return503OnClosing`: people do not begin a password in small letters. */
const numberedName = /^[a-z]{2,}(?:[A-Z][a-z]+)*\d{1,3}(?:[A-Z][a-z]+)+$/

const mostBitsOfWords = 3.6
/** Where so many are asked for, a secret is not expected, and names of words are common. */
const bitsBeyondNames = 30

/** `Rettungs-ring`: words that no setting has. */
export function isStrangePhrase(value: string): boolean {
  return /^[A-Za-z]{2,}(?:[-_.!+][A-Za-z]{2,})+$/.test(value) && strangeness(value) >= strangeFrom
}

const strangeFrom = 4.6

/** Bits per character that no name or word reaches, and nearly everything random does. */
const randomFrom = 5.2

/** Whether it is unreadable: random letters and digits, of any alphabet but hexadecimal. */
export function isRandom(value: string, leastLength: number): boolean {
  if (value.length < leastLength || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (!/^[\w+/=.~:-]+$/.test(value) || isReference(value) || isPlaceholder(value)) return false
  return strangeness(value) >= randomFrom
}

/** Long and unreadable, for names that say little about their value. */
export function isLongAndRandom(value: string): boolean {
  const isHex = /^(?=.*\d)(?=.*[a-f])(?:0x)?[\da-f]{20,}$/i.test(value)
  return isHex || isRandom(value, 14)
}

/** Whether the words say something about a secret, or are a label beside it. */
export function isStatement(words: string): boolean {
  return isSaidOfSecrets(words) || (describing.test(words) && isOrdinary(words))
}

/** How English words that describe end. */
const describing = /(?:ed|en|ing|ly|able|ible|ful|less|ive|ary|ory|ent|ant|ic|ous)$/i

const words = /^\p{L}{4,24}(?:[-_.+&]\p{L}{2,24}){0,5}$/u

/** Whether plain words are a chosen secret, where the place alone does not tell. */
export function isChosenWord(value: string): boolean {
  return (!isOrdinary(value) || strangeness(value) >= strange) && isGivenWord(value)
}

/** Bits per character; words of which code and its documents are full have fewer. */
const strange = 3.7

/** Whether they are one where the place tells that a secret is given. */
export function isGivenWord(value: string): boolean {
  if (!words.test(value) || isStatement(value) || isMention(value) || isPlaceholder(value))
    return false
  return !/\.[a-z]{1,4}$|^[A-Z]+(?:_[A-Z]+)+$/.test(value)
}

/** Whether a plain word may be a secret where a name calls for one and nothing else is expected. */
export function isAssignedWord(value: string): boolean {
  return value.length >= 4 && !isStatement(value)
}
