/**
 * Judges a value by its shape alone: whether a person would choose it as a password, whether it is
 * random, and whether its words describe a secret or are one.
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
 * Whether a person may have chosen the value as a password: letters with digits or signs, but no
 * name, address, measure or technical term.
 * @param leastBits how surprising it must be: higher where secrets are less likely
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

/** The cost table covers only Latin letters. */
const bitsOfOthers = 4

/** Algorithms and formats: letters and digits, but never a password. */
const technicalTerm =
  /^(?:sha|md|base|utf|oauth|http|ipv|es|rs|hs|ps|aes|rsa|ecdsa|pbkdf|argon|ed|curve|x|p|secp|fido|tls|ssl|socks|v|iso|rfc|cve|u?int|float|web|log|py|python|node|vue|win|mp|latin|user|test|step|level|line|row|item|chapter|section|phase|part|page|case|option|example)\d{1,5}[a-z]{0,2}\d?$/i

/** `sha256`, `Sha256Hasher` */
function isTechnical(part: string): boolean {
  return technicalTerm.test(part.replace(/(?<=\d)(?:[A-Z][a-z]{2,})+$/, ''))
}

/** `step-2`, `HMAC-SHA256`, `4-level`, `user_id1`: words with short numbers. */
function isNameOfWords(value: string, leastBits: number): boolean {
  const parts = value.split(/[-_.:]/)
  if (parts.every((part) => isTechnical(part) || /^[A-Za-z]{2,}$/.test(part))) return true
  if (numberedName.test(value) && isOrdinary(value)) return true
  // Takes a run of letters whole: otherwise the pattern would try every way to split a long value.
  const areWords = /^(?:[A-Za-z]+(?![A-Za-z])(?:\d(?![a-z\d]))?|[-_.:$]\d*|^\d+(?=[-_]))+$/.test(
    value,
  )
  return areWords && (leastBits >= bitsBeyondNames || strangeness(value) < mostBitsOfWords)
}

/** `addInt32PrefixedString`, `return503OnClosing`: passwords rarely start in lower case like this. */
const numberedName = /^[a-z]{2,}(?:[A-Z][a-z]+)*\d{1,3}(?:[A-Z][a-z]+)+$/

const mostBitsOfWords = 3.6
/** With so many bits required, no secret is expected, and names made of words are common. */
const bitsBeyondNames = 30

/** `Rettungs-ring`: words that settings never contain. */
export function isStrangePhrase(value: string): boolean {
  return /^[A-Za-z]{2,}(?:[-_.!+][A-Za-z]{2,})+$/.test(value) && strangeness(value) >= strangeFrom
}

const strangeFrom = 4.6

/** Bits per character. Names and words stay below; nearly everything random is above. */
const randomFrom = 5.2

/** Whether the value is unreadable: random letters and digits in any alphabet except hexadecimal. */
export function isRandom(value: string, leastLength: number): boolean {
  if (value.length < leastLength || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (!/^[\w+/=.~:-]+$/.test(value) || isReference(value) || isPlaceholder(value)) return false
  return strangeness(value) >= randomFrom
}

/** Long and unreadable, for names that reveal little about their value. */
export function isLongAndRandom(value: string): boolean {
  const isHex = /^(?=.*\d)(?=.*[a-f])(?:0x)?[\da-f]{20,}$/i.test(value)
  return isHex || isRandom(value, 14)
}

/** Whether the words describe a secret or label it. */
export function isStatement(words: string): boolean {
  return isSaidOfSecrets(words) || (describing.test(words) && isOrdinary(words))
}

/** The endings of English words that describe. */
const describing = /(?:ed|en|ing|ly|able|ible|ful|less|ive|ary|ory|ent|ant|ic|ous)$/i

const words = /^\p{L}{4,24}(?:[-_.+&]\p{L}{2,24}){0,5}$/u

/** Whether plain words are a chosen secret if their position does not show it. */
export function isChosenWord(value: string): boolean {
  return (!isOrdinary(value) || strangeness(value) >= strange) && isGivenWord(value)
}

/** Bits per character; the words of code and documentation have fewer. */
const strange = 3.7

/** Whether plain words are a secret if their position shows that one is given. */
export function isGivenWord(value: string): boolean {
  if (!words.test(value) || isStatement(value) || isMention(value) || isPlaceholder(value))
    return false
  return !/\.[a-z]{1,4}$|^[A-Z]+(?:_[A-Z]+)+$/.test(value)
}

/** Whether a plain word may be a secret if a name announces one and nothing else fits. */
export function isAssignedWord(value: string): boolean {
  return value.length >= 4 && !isStatement(value)
}
