/**
 * What in a text can show that something earlier is about the same thing. A name (an identifier,
 * path, error code or quoted name) is enough; of words that are rare in general English it takes two.
 * Numbers and general words show nothing.
 */
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { isWidespreadWord } from '../../text/common-words.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { tokenise } from '../../text/tokenise.ts'

export interface Evidence {
  /** As the index has it. */
  readonly term: string
  /** That of a name is enough. */
  readonly weight: number
}

/** The sum of weights that something earlier must share: a name, or two words of which one is rare. */
export const evidenceNeeded = 0.9

export const ofName = 1
const ofWord = 0.5
/** Of any program, or of a language whose general words we do not know. */
const ofCommonerWord = 0.4

/** Pasted text names much that the prompt is not about. */
const ofPastedName = 0.5

const mostCharacters = 6_000

/** Each term once, in the order of the prompt; what the user typed first. */
export function evidenceIn(prompt: string): Evidence[] {
  const parts = promptParts(prompt.slice(0, mostCharacters))
  const typed = typedWords(parts)
  const passedOn = parts.filter(({ speaker }) => speaker === 'pasted').map(({ text }) => text)
  const found = [
    ...evidenceOfTyped(typed),
    ...namesIn(passedOn.join('\n')).map((term) => ({ term, weight: ofPastedName })),
  ]
  return distinct(found)
}

export function distinct(evidence: readonly Evidence[]): Evidence[] {
  const last = new Map(evidence.toReversed().map((each) => [each.term, each]))
  return [...last.values()].toReversed()
}

/** Of a text that nobody pasted. */
export function evidenceOfTyped(text: string): Evidence[] {
  const quoted = [...text.matchAll(quotedName)].map(([, name = '']) => name)
  const names = [...quoted.flatMap(quotedTerm), ...namesIn(text)]
  return [
    ...names.map((term) => ({ term, weight: ofName })),
    ...wordsIn(text).map((term) => ({ term, weight: weighWord(term) })),
  ]
}

function weighWord(term: string): number {
  return isAscii(term) && !isWidespreadWord(term) ? ofWord : ofCommonerWord
}

/** One word between quotation marks; several are speech more often than a name. */
const quotedName = /(?<![\w'])["'`“‘«]([^\s"'`“”‘’«»]{3,60})["'`”’»](?!\w)/g

function quotedTerm(name: string): string[] {
  const [term] = tokenise(name)
  return term === undefined || !hasLetters(term) || isGeneralWord(term) ? [] : [term]
}

/** An identifier, a path or an error code; not what stands between quotation marks. */
export function namesCode(text: string): boolean {
  return namesIn(text).length > 0
}

function namesIn(text: string): string[] {
  return (text.match(chunk) ?? []).filter(isName).flatMap(termsOfName)
}

/** `#lastCommand` is a variable of the client. */
const chunk = /(?<![^\s(])[^\s#"'`“”‘’«»()[\]{}<>,;!?][^\s"'`“”‘’«»()[\]{}<>,;!?]*/g

/** An address of the web, a path, a file, an identifier, an option, a constant or an error code. */
function isName(text: string): boolean {
  const plain = withoutPosition(text).replace(/^@/, '')
  if (/^https?:\/\/[^/]+\/?$/.test(plain) || !hasLetters(plain)) return false
  return nameForms.some((form) => form.test(plain))
}

/** `file.ts:4:12`, and the full stop or colon after a name. */
const withoutPosition = (text: string) => text.replace(/(?::\d+)*[.:]*$/, '')

const nameForms = [
  /^https?:\/\//,
  // A path has a file, a beginning or several folders; «and/or» has none of these.
  /^(?:\.{0,2}|~)\/[\w@.-]+\/|[\w-]\/[\w.-]+\.[a-z]{1,5}$|\w\/[\w.-]+\/\w/,
  /^[\w-]{2,}\.(?:[a-z]{1,5}|[a-z]+\d)$/,
  /[a-z\d][A-Z]/,
  /[A-Za-z\d]_[A-Za-z\d]/,
  /^--?[a-z][\w]*(?:-\w+)+/,
  /^[A-Z]{1,6}-?\d{2,}$|^E[A-Z]{4,}$/,
  /^\w+(?:\.\w+)*\(/,
]

/** The whole name, and a path's last segment. Names put together from general words say less. */
function termsOfName(name: string): string[] {
  const terms = tokenise(withoutPosition(name))
  const [whole, ...parts] = terms
  if (whole === undefined) return []
  const words = parts.filter((term) => /^[\p{L}\p{M}]+$/u.test(term))
  const file = whole.split(/[/\\]/).at(-1)
  const isPlain = words.length < leastPlainWords || everydayFile.test(file ?? '')
  if (words.length > 0 && isPlain && words.every(isGeneralWord)) return []
  return file === undefined || file === whole || !isName(file)
    ? [whole]
    : [whole, ...termsOfName(file)]
}

/** `user_id` is everywhere; `last_reviewer_name` is not. */
const leastPlainWords = 3
/** Many folders have one. */
const everydayFile =
  /^(?:readme|changelog|agents|claude|index|main|mod|lib|init|__init__|page|layout|route|package|tsconfig)\.\w+$/

function wordsIn(text: string): string[] {
  const chunks = text.match(/(?<![\w./-])[\p{L}\p{M}\p{N}_-]+(?![\w/-]|\.\w)/gu) ?? []
  const plain = chunks.filter((each) => !isName(each))
  const single = plain.flatMap((each) => tokenise(each).slice(0, 1))
  return [...new Set(single)].filter(isRareWord)
}

const leastLetters = 3

function isRareWord(term: string): boolean {
  if (!hasLetters(term) || /^\d/.test(term) || isGeneralWord(term)) return false
  const isCompound = /[-_]/.test(term)
  if (isCompound) return term.split(/[-_]/).some((part) => part.length > 2 && !isGeneralWord(part))
  return term.length >= (isAscii(term) ? leastLetters : 2)
}

const hasLetters = (text: string) => /\p{L}{2}/u.test(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the whole ASCII range
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)
