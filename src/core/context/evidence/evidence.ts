/**
 * Evidence in a text that something earlier is about the same thing. One name is enough (an
 * identifier, path, error code or quoted name); of words that are rare in general English it takes
 * two. Numbers and general words are no evidence.
 */
import { promptParts, typedWords } from '../../provenance/prompt-parts.ts'
import { isWidespreadWord } from '../../text/common-words.ts'
import { isGeneralWord } from '../../text/general-words.ts'
import { tokenise } from '../../text/tokenise.ts'

export interface Evidence {
  /** As in the index. */
  readonly term: string
  readonly weight: number
}

/** The weight that something earlier must share: a name, or two words of which one is rare. */
export const evidenceNeeded = 0.9

export const ofName = 1
const ofWord = 0.5
/** A word of any program, or of a language whose general words we do not know. */
const ofCommonerWord = 0.4

/** Pasted text names much that the prompt is not about. */
const ofPastedName = 0.5

const mostCharacters = 6_000

/** Each term once, in the order of the prompt; typed text before pasted text. */
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

/** For a text without pasted parts. */
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

/** Whether it has an identifier, path or error code outside of quotation marks. */
export function namesCode(text: string): boolean {
  return namesIn(text).length > 0
}

function namesIn(text: string): string[] {
  return (text.match(chunk) ?? []).filter(isName).flatMap(termsOfName)
}

/** Not `#lastCommand`, which is a variable of the client. */
const chunk = /(?<![^\s(])[^\s#"'`“”‘’«»()[\]{}<>,;!?][^\s"'`“”‘’«»()[\]{}<>,;!?]*/g

/** A URL, path, file, identifier, option, constant or error code. */
function isName(text: string): boolean {
  const plain = withoutPosition(text).replace(/^@/, '')
  if (/^https?:\/\/[^/]+\/?$/.test(plain) || !hasLetters(plain)) return false
  return nameForms.some((form) => form.test(plain))
}

/** Without the position in `file.ts:4:12`, and without a full stop or colon at the end. */
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

/** The whole name, and a path's last segment. Short names made of general words are left out. */
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
