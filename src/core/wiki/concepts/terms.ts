/** What a memory mentions that could be the subject of a page: files, names in code, tools, words. */
import type { Memory } from '../../model/memory.ts'
import { isActionWord, isEverydayWord, isStopWord } from '../../text/common-words.ts'
import { isGeneralName } from '../../text/general-words.ts'
import { normaliseWord } from '../../text/normalise-word.ts'

export type TermType =
  | 'file'
  | 'folder'
  | 'identifier'
  /** A word that the project's own files and identifiers are made of. */
  | 'part'
  | 'tool'
  | 'name'
  | 'tag'
  | 'phrase'
  /** A word after an article: the project talks about it as a thing. */
  | 'noun'
  | 'word'

/** Where a memory mentions it: its first clause, its text, or only the list of its files. */
type Place = 'subject' | 'text' | 'file'

export interface Term {
  /** The same for every spelling: `search index`. */
  readonly key: string
  /** As written here. */
  readonly name: string
  readonly type: TermType
  readonly place: Place
  /** Its position among the memory's tags, if it is one of them. */
  readonly tagged?: number
}

export type TermSource = Pick<Memory, 'content' | 'files' | 'tags'>

/** A memory with more files is about none of them. */
const mostFiles = 6
const mostCharacters = 60
const mostRemembered = 20_000

/** Of two readings of the same term, the one with the lower number is taken. */
const typeRank: Readonly<Record<TermType, number>> = {
  file: 0,
  folder: 1,
  identifier: 2,
  tool: 3,
  name: 4,
  part: 5,
  phrase: 6,
  noun: 7,
  word: 8,
  tag: 9,
}

const code = /`([^`\n]+)`/g
const address = /\b[a-z][a-z+.-]*:\/\/\S+/gi
const path =
  /(?<![\w@/.-])(?:[\w@.+-]+\/)+[\w@.+-]*\w|(?<![\w@/.-])[\w@+-]+(?:\.[\w-]+)*\.[a-z]\w{0,8}\b/g
const shaped = /(?<![\w@./-])(?:@[\w-]+|[A-Za-z][\w-]*\w)(?![\w-])/g
const word = /\p{L}[\p{L}\p{N}]*/gu
const insideSentence = /(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}\p{N}]{2,}/gu

export function conceptTermsOf({ content, files, tags }: TermSource): Term[] {
  const prose = content.replace(address, ' ')
  const found: readonly (readonly [Place, readonly Reading[]])[] = [
    ['subject', termsIn(subjectOf(prose))],
    ['text', termsIn(prose)],
    ['file', files.length <= mostFiles ? termsOfFiles(files) : []],
  ]
  const terms = new Map<string, Term>()
  for (const [place, all] of found) {
    for (const { key, name, type } of all) {
      const before = terms.get(key)
      if (before && typeRank[before.type] <= typeRank[type]) continue
      terms.set(key, shareTerm(key, name, type, before?.place ?? place))
    }
  }
  for (const [tagged, name] of tags.entries()) {
    const type = tagType(name)
    if (!type) continue
    const key = termKey(name, type)
    const term = terms.get(key) ?? shareTerm(key, name, type, 'subject')
    if (key !== '' && term.tagged === undefined) terms.set(key, { ...term, tagged })
  }
  return [...terms.values()]
}

/** Until its first clause ends: what is named there is what the memory is about. */
const subjectOf = (prose: string) =>
  /^.{30,80}?(?=[.,:;]\s| [(–—-])|^.{0,80}/.exec(prose)?.[0] ?? ''

function termsIn(prose: string): Reading[] {
  const terms = new Map<string, Reading>()
  const add = addTo(terms)
  for (const [found] of prose.matchAll(path)) addPath(found, add)
  for (const [, inner = ''] of prose.matchAll(code)) addCode(inner.trim(), add)
  const rest = prose.replace(code, ' ').replace(path, ' ')
  for (const [found] of rest.matchAll(shaped)) if (isIdentifier(found)) add('identifier', found)
  for (const [name] of rest.matchAll(insideSentence)) if (!isGeneral(name)) add('name', name)
  for (const { name } of [...terms.values()]) addParts(name, add)
  addWords(rest, add)
  return [...terms.values()]
}

function termsOfFiles(files: readonly string[]): Reading[] {
  const terms = new Map<string, Reading>()
  const add = addTo(terms)
  for (const file of files) addPath(file, add)
  for (const { name } of [...terms.values()]) addParts(name, add)
  return [...terms.values()]
}

type Reading = Pick<Term, 'key' | 'name' | 'type'>
type Add = (type: TermType, name: string) => void

const addTo =
  (terms: Map<string, Reading>): Add =>
  (type, name) => {
    const key = termKey(name, type)
    if (key === '' || name.length > mostCharacters || terms.has(key)) return
    terms.set(key, { key, name, type })
  }

/** A tag may be the name of a page, and pages may be named after files. */
function tagType(tag: string): TermType | undefined {
  if (/^[\w-]+(?:\.[\w-]+)*\.[a-z]\w{0,8}$/.test(tag)) return 'file'
  return isGeneral(tag) || tag === 'reported' ? undefined : 'tag'
}

const shared = new Map<string, Term>()

/** All memories with the term in the same place share one object. */
function shareTerm(key: string, name: string, type: TermType, place: Place): Term {
  const at = `${place} ${type} ${name}`
  const known = shared.get(at)
  if (known) return known
  const term = { key, name, type, place }
  if (shared.size >= mostRemembered) shared.clear()
  shared.set(at, term)
  return term
}

/** Acronyms, words that are not general English, and pairs of words that may be one term. */
function addWords(prose: string, add: Add): void {
  let before: { word: string; end: number } | undefined
  for (const { 0: found, index } of prose.matchAll(word)) {
    const isTicket =
      prose[index + found.length] === '-' && /\d/.test(prose[index + found.length + 1] ?? '')
    const isPair = before && before.end + 1 === index && prose[before.end] === ' '
    if (isAcronym(found)) {
      if (!isTicket && !isGeneral(found)) add('name', found)
    } else if (found.length > 2 && !isGeneral(found)) {
      add(isPair && article.test(before?.word ?? '') ? 'noun' : 'word', found)
    }
    if (isPair && before && isPhrase(before.word, found)) add('phrase', `${before.word} ${found}`)
    before = { word: found, end: index + found.length }
  }
}

const article = /^(?:the|an?|each|every|this|our|its|per)$/i

const isAcronym = (text: string) => /^\p{Lu}[\p{Lu}\p{N}]{2,}$/u.test(text)

/** `shadow branch` and `session details`, not `use Postgres`, `Postgres needs` or `new file`. */
const isPhrase = (first: string, second: string) =>
  isNoun(first) && isNoun(second) && !/[^s]s$|ed$/.test(first) && !/ed$|ing$|ly$/.test(second)

function isNoun(text: string): boolean {
  const stem = normaliseWord(text.toLowerCase())
  const isLong = text.length > 2 || /^\p{Lu}{2}$/u.test(text)
  return isLong && !isFunctionWord(text) && !isPlain(stem)
}

const isPlain = (stem: string) => isStopWord(stem) || isEverydayWord(stem) || isActionWord(stem)

/** Of a file or an identifier of several words, those that name something. */
function addParts(name: string, add: Add): void {
  const words = name.replace(/\.\w+$/, '').match(/\p{Lu}?\p{Ll}{4,}/gu) ?? []
  if (words.length < 2) return
  for (const word of words) if (!isGeneral(word)) add('part', word.toLowerCase())
}

/** Files that every folder may have; they are named with their folder. */
const isCommonFile = (file: string) =>
  /^[_+.]?(?:index|main|mod|lib|init|__init__|utils?|helpers?|types?|tests?|page|layout|route|readme|package(?:-lock)?|[jt]sconfig|pyproject|cargo|claude|agents|gemini)\./i.test(
    file,
  )

function addPath(found: string, add: Add): void {
  const parts = found
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => /\w/.test(part))
  const last = parts.at(-1) ?? ''
  const parent = parts.at(-2)
  if (!isFileName(last)) {
    if (parts.length > 1) addFolder(parts.slice(-2), add)
    return
  }
  if (!isCommonFile(last)) add('file', last.replace(dated, ''))
  else if (parent !== undefined) add('file', `${parent}/${last}`)
  addFolder(parts.slice(-3, -1), add)
}

/** The date or number that documents are sorted by. */
const dated = /^\d[\d.-]*[-_.](?=[a-z]\w*[a-z])/i

/** `docs` and `src` say nothing about what is in them. */
function addFolder(parts: readonly string[], add: Add): void {
  if (parts.length > 1 || !parts.every(isGeneral)) add('folder', parts.join('/'))
}

function isFileName(name: string): boolean {
  return (
    /^[\w@+-][\w@.+-]+\.[a-z]\w{0,8}$|^\w\.(?:c|h|go|py|rs|ts|js|md)$/.test(name) &&
    !/^[\d.]+$|\.js$(?<=^\p{Lu}\w*\.js)/u.test(name)
  )
}

/** A command's tool, or a name in code without its arguments. */
function addCode(inner: string, add: Add): void {
  const [first = '', second] = inner.split(/\s+/)
  if (second !== undefined) {
    if (/^[a-z][\w.-]+$/.test(first) && !isGeneral(first)) add('tool', first)
    for (const [found] of inner.matchAll(shaped)) if (isIdentifier(found)) add('identifier', found)
    return
  }
  const name = inner.replace(/\(.*$|[;:,]+$/g, '')
  const bare = name.replace(/^[-@$._]+/, '')
  if (/^[@$A-Za-z_-][\w@$.:-]*$/.test(name) && !isFileName(name) && !isGeneral(bare)) {
    add('identifier', name)
  }
}

/** Of several words: camelCase, snake_case, kebab-case with a word that is not everyday English. */
function isIdentifier(name: string): boolean {
  if (isGeneral(name)) return false
  if (/^[a-z]+[A-Z]|^[A-Z][a-z0-9]+[A-Z]|\w_\w|^@\w/.test(name)) return true
  const parts = name.split('-')
  return parts.length > 1 && parts.every((part) => part.length > 1) && !parts.every(isGeneral)
}

const functionWords = new Set(
  (
    'about above across after against along although among around because before behind below ' +
    'beside between beyond both despite during each either else even except first from inside ' +
    'instead last least less like more most near neither never next none once only outside over ' +
    'per rather second several since than that their them then there these they this those though ' +
    'through thus till together toward under unless until upon via when where whether which while ' +
    'whose why with within without would must should could always already without not and the for ' +
    'cannot whole himself same used are was were has have had its his her our your all any can may one two three also just'
  ).split(' '),
)

/** Words that only join others. */
export const isFunctionWord = (text: string) => functionWords.has(text.toLowerCase())

/** What every project does with git. A checkout may be a shop's. */
const gitWords = new Set(['rebase', 'stash', 'worktree'])

const known = new Map<string, boolean>()

/** Cached, because the lists are searched word by word. */
function isGeneral(name: string): boolean {
  const lower = name.toLowerCase()
  const before = known.get(lower)
  if (before !== undefined) return before
  const isGit = gitWords.has(lower.replace(/s$/, ''))
  const isOne = isGit || isFunctionWord(lower) || isGeneralName(lower)
  if (known.size >= mostRemembered) known.clear()
  known.set(lower, isOne)
  return isOne
}

const keys = new Map<string, string>()

/**
 * `searchIndex`, `search-index.ts` and `search_index` are one term, and so are `telemetry` and
 * `telemetry.go`; `index.ts` and `index` are two.
 */
export function termKey(name: string, type: TermType): string {
  const place = type === 'file' ? `${name}/` : name
  const before = keys.get(place)
  if (before !== undefined) return before
  const stem = type === 'file' ? withoutTestMark(name).replace(/(?<=[\w-]{3})\.\w+$/, '') : name
  const words = wordsIn(stem)
  const isNamed = words.length > 1 || (type === 'file' && !isGeneral(stem))
  const key = (isNamed ? words : wordsIn(withoutTestMark(name))).join(' ')
  if (keys.size >= mostRemembered) keys.clear()
  keys.set(place, key)
  return key
}

/** A test is about the file that it tests. */
const withoutTestMark = (name: string) =>
  name.replace(/(?<=\w{3})[._-](?:test|spec)(?=\.\w+$)/, '').replace(/^test_(?=\w{3})/, '')

function wordsIn(name: string): string[] {
  const parts = name.match(/\p{Lu}+(?!\p{Ll})\p{N}*|\p{Lu}?\p{Ll}+\p{N}*|\p{N}+|\p{Lo}+/gu) ?? []
  return parts.map((part) => normaliseWord(part.toLowerCase()))
}
