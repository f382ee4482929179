/** Judges a value by its shape alone: what a person chooses as a password, and what is random. */
import { isPlaceholder, isReference } from './secret-values.ts'
import { strangeness } from './symbols.ts'

const measure =
  /^[#$~+-]?\d+(?:[.,:x/-]\d+)*[a-zA-Z%]{0,4}$|^\d{4}-\d\d|^v?\d+(?:\.\w+)+|^0x[\da-f]+$/i
const identifier = /^[\da-f]{6,64}$|^[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}$/
const fileOrAddress = /@[\w-]+\.|\.[a-z]{1,5}\d?$|:\/\/|^www\.|^[#@.&*]|^--?[a-z]/i
const codeSigns = /[\\/(){}[\]<>|,;"'`]|=>|::|->|→|…|\$\{|^\$|\w\.[a-z]|^\w{2,}=|=$/i
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
  if (isNameOfWords(value)) return false
  return strangeness(value) * value.length >= leastBits
}

/** Algorithms and formats: letters and digits, but nobody's password. */
const technicalTerm =
  /^(?:sha|md|base|utf|oauth|http|ipv|es|rs|hs|ps|aes|rsa|ecdsa|pbkdf|argon|ed|curve|x|p|secp|fido|tls|ssl|socks|v|iso|rfc|cve|u?int|float|web|log|py|python|node|vue|win|mp|latin|user|test|step|level|line|row|item|chapter|section|phase|part|page|case|option|example)\d{1,5}(?:[a-z]{0,2}\d?|[a-z]{4,20})$/i

/** `step-2`, `HMAC-SHA256`, `4-level`, `user_id1`: words and short numbers. */
function isNameOfWords(value: string): boolean {
  if (/^(?:[A-Z]?[a-z]{2,}|[A-Z]+|\d(?!\d)|[$_-])+$/.test(value) && strangeness(value) < 4)
    return true
  const parts = value.split(/[-_.:]/)
  return parts.every(
    (part) =>
      technicalTerm.test(part) ||
      (parts.length > 1 && /^(?:[A-Za-z]*\d?|\d{1,8})$/.test(part) && part.length < 20),
  )
}

/** Bits per character that no name or word reaches, and nearly everything random does. */
const randomFrom = 5.2

/** Whether it is unreadable: random letters and digits, of any alphabet but hexadecimal. */
export function isRandom(value: string, leastLength: number): boolean {
  if (value.length < leastLength || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (!/^[\w+/=.~:-]+$/.test(value) || isReference(value) || isPlaceholder(value)) return false
  return strangeness(value) >= randomFrom
}
