/**
 * Plain words where a secret is called for: «the password is marmalade» names one, «the password is
 * required» says something about it.
 */
import { isMention, isPlaceholder } from './secret-values.ts'
import { strangeness } from './symbols.ts'

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
