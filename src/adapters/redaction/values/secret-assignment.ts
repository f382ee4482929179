/** Decides whether a named value is a secret, given how name and value are written. */

import { lettersOf, type SecretName } from './secret-names.ts'
import {
  isBasic,
  isExpression,
  isLabel,
  isMention,
  isOpaque,
  isPassphrase,
  isPlaceholder,
  isProse,
  isReference,
} from './secret-values.ts'
import {
  isAssignedWord,
  isChosenPassword,
  isChosenWord,
  isGivenWord,
  isLongAndRandom,
  isRandom,
  isStatement,
  isStrangePhrase,
} from './shape.ts'
import { strangeness } from './symbols.ts'
import { isOrdinary } from './vocabulary.ts'

/**
 * - `quoted`: a literal, or the value of a member
 * - `shell`: `DB_PASSWORD=x`
 * - `tight`: `password=x`, no space around the sign
 * - `line`: `password: x` or `password = x` alone on a line, as in YAML and ini files
 * - `loose`: the same inside other text
 * - `option`: `--password x`, `--password=x`
 * - `list`: `'DB_PASSWORD', 'x'`
 * - `sentence`: `the password is x`
 * - `announced`: `password x`
 */
export type AssignmentForm =
  | 'quoted'
  | 'shell'
  | 'tight'
  | 'line'
  | 'loose'
  | 'option'
  | 'list'
  | 'sentence'
  | 'announced'

/** How much of a value is judged; longer ones continue as they start. */
export const judgedLength = 160

export function isSecretValue(name: SecretName, whole: string, form: AssignmentForm): boolean {
  const value = whole.length > judgedLength ? whole.slice(0, judgedLength) : whole
  if (name.strength === 'possible' && !/\d/.test(value)) return false
  if (isReference(value) || isPlaceholder(value) || isItsOwnName(name, value)) return false
  if (isLabel(value)) return false
  if (name.kind === 'seed-phrase' && /^[A-Z2-7]{16,64}={0,6}$/.test(value)) return true
  if (name.strength === 'code') return form !== 'list' && isAccessCode(value)
  if (form === 'line' && name.strength === 'certain' && isPhraseOfWords(value)) return true
  if (mayBeExpression(value, form) && isExpression(value)) return false
  if (form === 'announced')
    return (
      isLongAndRandom(value) ||
      (name.kind === 'password' && isPasswordAlone(value)) ||
      isLongNumber(name, value)
    )
  if (name.strength === 'certain') return isCertain(name, value, form)
  if (name.strength === 'possible')
    return isLongAndRandom(value) || (form === 'sentence' && /^\d{10,}$/.test(value))
  if (name.strength === 'chosen')
    return (
      isChosen(value) || (/^(?:quoted|shell|tight|line|option)$/.test(form) && isGivenWord(value))
    )
  if (name.kind === 'signature') {
    return /^(?:tight|option|quoted)$/.test(form) && value.length >= 20 && isOpaque(value)
  }
  if (form === 'sentence')
    return (
      (isOpaque(value) && (value.length >= 16 || /\d/.test(value))) ||
      isRandom(value, 8) ||
      isChosenPassword(value, leastBitsOfToken)
    )
  if (form === 'quoted' && !name.letters.endsWith('s') && isPassphrase(value)) return true
  if (name.isUpperCase && (isPhraseOfSigns(value) || isStrangePhrase(value))) return true
  if (isAddressed(name, form) && isChosenWord(value)) return true
  if (form === 'shell' && /^\p{L}+$/u.test(value) && isAssignedWord(value) && !isMention(value))
    return true
  if (form !== 'list' && !/\s/.test(value) && isChosenPassword(value, leastBitsOfToken)) return true
  return isOpaque(value) || (name.kind === 'credential' && value.length >= 12 && isBasic(value))
}

const leastBitsOfToken = 22

/** Variables, options, headers and queries: only tokens occur there. */
function isAddressed(name: SecretName, form: AssignmentForm): boolean {
  if (name.letters.endsWith('s')) return false
  return (
    name.isUpperCase || name.letters.startsWith('x') || /^(?:option|shell|tight|line)$/.test(form)
  )
}

/** `482913`, `482-913`, `8831 2204`, `71 94 22`, `1f3a-9c2e`, `XQ3F7-9KLM2-PPR44`, but not a date. */
export function isAccessCode(value: string): boolean {
  if (
    /^(?:\d{4,10}|\d{3}(?:[ -]\d{3}){1,3}|\d{4,6}(?:[ -]\d{4,6}){1,7}|\d\d(?:[ -]\d\d){2,4}|\d{3}-\d\d-\d{3})$/.test(
      value,
    )
  )
    return true
  return /^(?=.*\d)(?=.*[a-z])(?:[a-z0-9]{3,10}(?:-[a-z0-9]{3,10}){1,7}|[a-z0-9]{3,6}(?: [a-z0-9]{3,6}){1,7}|[a-z0-9]{5,16})$/i.test(
    value,
  )
}

/** `correct_horse_battery`; a variable would have two words, or name its content. */
function isPhraseOfWords(value: string): boolean {
  return (
    /^[a-z]+(?:[-_][a-z]+){2,}$/.test(value) && !/pass|pwd|secret|token|key|cred|auth/.test(value)
  )
}

/** Letters, digits and signs together, or both cases and digits: not a word, path or number. */
function isPasswordAlone(value: string): boolean {
  return (
    /^(?=.*\p{L})(?=.*\d)(?=.*[!@#$%^&*?+=~])[^\s/\\(){}[\]]{7,64}$/u.test(value) ||
    (/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9_.-]{8,64}$/.test(value) &&
      !technicalName.test(value))
  )
}

/** Counts, codes and times have fewer digits. */
const isLongNumber = ({ kind, strength }: SecretName, value: string) =>
  kind === 'password' && strength === 'certain' && /^\d{16,64}$/.test(value)

const technicalName = /(?:sha|md|base|utf|oauth|http|ipv|es|rs|hs|aes|rsa|s)-?\d/i

/** WordPress keys and salts contain all kinds of signs, and spaces. */
function isPhraseOfSigns(value: string): boolean {
  return (
    value.length >= 24 && /\d/.test(value) && (value.match(/[^\w\s.,:;/'"-]/g)?.length ?? 0) >= 3
  )
}

/** Contains a letter, and a digit or a sign. */
function isChosen(value: string): boolean {
  if (value.length < 6 || /\s/.test(value) || !/\p{L}/u.test(value) || isProse(value)) return false
  if (isStrangePhrase(value)) return true
  return /\d|[!@#$%^&*?+=~](?!$)/.test(value) && !/^[\d.]+\w{0,3}$|[(){}/\\]/.test(value)
}

/** In prose and on a command line, `myPassword99` and `blue.river` are not variables. */
function mayBeExpression(value: string, form: AssignmentForm): boolean {
  if (form === 'option') return isMention(value) || /^[*&?(=!|[{@+-]|\w\(/.test(value)
  if (form === 'sentence') return !/\d$/.test(value)
  if (form !== 'list' && hyphenated.test(value)) return isMention(value)
  return form !== 'quoted' && form !== 'shell'
}

/** Variables never look like this. */
const hyphenated = /^\p{L}{2,}(?:-\p{L}{2,})+$/u

/** `assert(path, 'password', 'should be hidden by now')`, `['secret1', 'secret2']` */
function isListedText(name: SecretName, value: string): boolean {
  return /\s\S+\s/.test(value) || lettersOf(value) === name.letters
}

/** `CHALLENGE_PASSWORD: "challengePassword"`: a value that repeats its name. */
function isItsOwnName(name: SecretName, value: string): boolean {
  return value.length < 100 && !/\d/.test(value) && lettersOf(value) === name.letters
}

const wordsAfterOption =
  /^(?:flags?|options?|arguments?|args?|parameters?|params?|switch|fields?|values?|and|or|is|are|was|were|to|for|from|with|in|on|if|when|as|instead|was|has|can|will|must|should|not|via|the|that|which)\W?$/

/** `oatmeal and Thunder 4` */
function isNumberedPhrase(value: string): boolean {
  const isPhrase = /^(?:\p{L}{2,20} ){2,5}\d{1,6}$/u.test(value)
  const says = value.split(' ').some((word) => word.length > 3 && isStatement(word))
  return isPhrase && !says && strangeness(value) >= leastStrange
}

/** Bits per character; "attempts exceeded 3" has fewer. */
export const leastStrange = 4

function isCertain(name: SecretName, value: string, form: AssignmentForm): boolean {
  if (form === 'shell') return true
  if (form === 'quoted')
    return name.isUpperCase || isNumberedPhrase(value) || (!isProse(value) && !isMention(value))
  const hasDigit = /\d/.test(value)
  const hasLetter = /\p{L}/u.test(value)
  const hasSymbol = /[^\p{L}\d_.:/-]/u.test(value)
  if (form === 'sentence' || form === 'list') {
    if (form === 'list' && (isListedText(name, value) || isProse(value))) return false
    if (
      form === 'sentence' &&
      (isStrangePhrase(value) || isChosenPassword(value, leastBitsOfToken))
    )
      return true
    const isTerm = value.includes('-') && isOrdinary(value)
    return hasLetter && value.length >= 6 && (hasSymbol || (hasDigit && !isTerm))
  }
  if (hasLetter && (hasDigit || hasSymbol) && value.length >= 6) return true
  if (form === 'option') return !wordsAfterOption.test(value)
  if (form === 'tight') return hasDigit || value.length >= 4
  return form === 'line' ? isAssignedWord(value) : isStrangePhrase(value) || isChosenWord(value)
}
