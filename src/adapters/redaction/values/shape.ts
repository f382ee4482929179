/**
 * Judges a value by its shape alone: what a person chooses as a password, what is random, and which
 * words say something about a secret instead of being one.
 */
import { isMention, isPlaceholder, isReference } from './secret-values.ts'
import { strangeness } from './symbols.ts'

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
  // Letters are taken as a whole: in pieces, a long value would be tried in every way to cut it.
  const areWords = /^(?:[A-Za-z]+(?![A-Za-z])(?:\d(?![a-z\d]))?|[-_.:$]\d*|^\d+(?=[-_]))+$/.test(
    value,
  )
  return areWords && (leastBits >= bitsBeyondNames || strangeness(value) < mostBitsOfWords)
}

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

/** Words that say something of a password, ask for it or continue the sentence. */
const statements = new Set(
  `wrong right correct weak strong long short safe new old same different secret secure plain clear bad good
  fine okay free hard easy simple unique random fresh stale live dead known unknown set sent lost kept held
  shown given gone hidden broken written taken chosen forgotten stolen found due ready blank empty null
  already also still only just now then here there never always often not too very again back next once
  twice true false what which who whose where when why how that this these those them they their your yours
  mine ours none nothing something anything everything someone anyone per and but for from with without into
  onto over under via upon about above below after before because since until while unless whether than like
  enough least most more less much many some every each both either neither other another first last one two
  three four five six plaintext cleartext ascii readonly sensitive visible public private internal external
  local remote global shared personal temporary permanent mandatory missing match matches mismatch okay
  sign login logout logon log register signup submit cancel continue remember forgot forget reset change
  update confirm confirmation repeat show hide view edit save send enter type copy paste click press next back
  username user name email mail account phone address server database host port help error warning failed
  failure success status description length strength policy rules field form page screen dialog prompt label
  column header cookie session hash salt bytes characters chars digits letters symbols words word minimum
  maximum optional otherwise afterwards instead yet yes done work works string number
  itself themselves thus said stays stay room rooms damage flag others taste amount omit clean tool tools
  option options file files manager managers vault store storage generator rotation leak leaks hygiene recovery
  expiry entry attempt attempts guess hashing encryption authentication protection wizard dialogs checks check
  único única manual scanning scanner sharing management handling
  falsch richtig korrekt leer neu alt gleich sicher unsicher schwach stark lang kurz nicht noch schon auch nur
  hier dort dann zwingend pflicht weg bekannt immer immutable nie niemals mindestens maximal ein eine einen der die das
  mauvais bon faux vide nouveau ancien court trop déjà encore aussi pas toujours jamais ici donc requis
  incorrect correct exact inexact expiré perdu connu inconnu
  mal bien vacía vacia nueva vieja corta larga débil fuerte segura igual distinta no ya todavía aún siempre nunca
  errada fraca curta longa vazia nova velha sbagliata corretta vuota nuova vecchia corta scaduta debole forte
  fout verkeerd onjuist leeg nieuw oud kort zwak sterk niet verplicht verlopen vergeten
  nieprawidłowe wymagane błędne poprawne puste neplatné nesprávné povinné správné fel felaktigt ogiltigt tomt
  virheellinen väärä pakollinen forkert feil ugyldig påkrævet yanlış hatalı geçersiz gerekli zorunlu`.split(
    /\s+/,
  ),
)

/** How words that describe end, in English, German and the Romance languages. */
const describing =
  /(?:ed|ing|ly|able|ible|ful|less|ive|ary|ory|ent|ant|ic|ous|ient|ized|ised|ation|ität|lich|isch|bar|los|iert|elt|tet|igt|ogen|ommen|ossen|essen|üpft|aufen|ältig|ültig|wendig|orderlich|é|ée|ide|ire|uis|ect|ecte|ado|ada|ido|ida|ato|ata|ito|uto|orio|oria|eta|ecta|ecto|etta|ório|ória|aria|tario)$/iu
const english = /(?:ed|ing|ly|able|ible|ful|less|ive|ary|ory|ent|ant|ic|ous|ient|ized|ised|ation)$/i

/** Whether the word says something about a secret, or is a label beside it. */
export function isStatement(word: string): boolean {
  const last = lastPart(word)
  return isListed(word) || (last.length > 4 && describing.test(last))
}

const isListed = (word: string) =>
  statements.has(lastPart(word)) || statements.has(word.toLowerCase())

const lastPart = (word: string) =>
  word
    .toLowerCase()
    .split(/[-_.' ]/)
    .at(-1) ?? ''

const words = /^\p{L}{4,24}(?:[-_.+&]\p{L}{2,24}){0,5}$/u

/** Whether plain words are a chosen secret, where the place alone does not tell. */
export function isChosenWord(value: string): boolean {
  if (!words.test(value) || isStatement(value) || isMention(value) || isPlaceholder(value))
    return false
  if (/\.[a-z]{1,4}$|^[A-Z]+(?:_[A-Z]+)+$/.test(value)) return false
  return strangeness(value) >= (/[-_.+&]/.test(value) ? strangeInParts : strange)
}

/** Bits per character; words of which code and its documents are full have fewer. */
const strange = 3.7
const strangeInParts = 3.3

/** Whether a plain word may be a secret where a name calls for one and nothing else is expected. */
export function isAssignedWord(value: string): boolean {
  return value.length >= 4 && (!isStatement(value) || isRare(value))
}

/** `elephant` and `hummingbird` end like words that describe, but describe no password. */
function isRare(value: string): boolean {
  return (
    value.length >= 7 && english.test(value) && !isListed(value) && strangeness(value) >= rareFrom
  )
}

const rareFrom = 4.1
