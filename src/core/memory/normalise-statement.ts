/** The parts of a statement that decide whether another one says the same. */
import { straightenQuotes } from '../text/sentences.ts'

export interface NormalisedStatement {
  /** Significant words in order, without repetition, stemmed; a negated one starts with a mark. */
  readonly words: readonly string[]
  /** Numbers, identifiers, paths and options, in order and verbatim; marked like words. */
  readonly anchors: readonly string[]
  /** How many words restrict it: only, except, unless. */
  readonly limits: number
}

const denial = '¬'

/** A cache: each statement is compared with many others, and the next one with the same again. */
const recentlyRead = new Map<string, NormalisedStatement>()
const mostRead = 1_000

export function normaliseStatement(text: string): NormalisedStatement {
  const known = recentlyRead.get(text)
  if (known) return known
  if (recentlyRead.size >= mostRead) recentlyRead.clear()
  const statement = readStatement(text)
  recentlyRead.set(text, statement)
  return statement
}

function readStatement(text: string): NormalisedStatement {
  const words: string[] = []
  const anchors: string[] = []
  let denials = ''
  let limits = 0
  const take = (list: string[], term: string) => {
    list.push(denials + term)
    denials = ''
  }
  for (const chunk of denyPlainly(straightenQuotes(text.normalize('NFC'))).split(/\s+/)) {
    const name = nameIn(chunk)
    if (name !== undefined) {
      take(anchors, name)
      continue
    }
    for (const part of splitWords(chunk.toLowerCase())) {
      if (/^\d/.test(part)) take(anchors, part)
      else if (negating.has(part) || part.endsWith("n't")) denials += denial
      else if (limiting.has(part)) limits += 1
      else if (antonyms.has(stem(part))) take(words, denial + antonyms.get(stem(part)))
      else if (!weak.has(part)) take(words, stem(part))
    }
  }
  if (denials !== '') words.push(denials)
  return { words: [...new Set(words)], anchors, limits }
}

/** Removes the negations. */
export function affirm(statement: NormalisedStatement): NormalisedStatement {
  if (!isDenying(statement)) return statement
  const { words, anchors, limits } = statement
  const bare = (terms: readonly string[]) =>
    terms.map((term) => term.replaceAll(denial, '')).filter((term) => term !== '')
  return { words: [...new Set(bare(words))], anchors: bare(anchors), limits }
}

function isDenying({ words, anchors }: NormalisedStatement): boolean {
  const isDenied = (term: string) => term.startsWith(denial)
  return words.some(isDenied) || anchors.some(isDenied)
}

/** Whether one affirms a word or name that the other denies. */
export function areOpposed(a: NormalisedStatement, b: NormalisedStatement): boolean {
  if (!isDenying(a) && !isDenying(b)) return false
  const [one, other] = [polarities(a), polarities(b)]
  return [...one].some(([term, isDenied]) => (other.get(term) ?? isDenied) !== isDenied)
}

/** Whether each term is negated; two negations cancel out. */
function polarities({ words, anchors }: NormalisedStatement): Map<string, boolean> {
  return new Map(
    [...words, ...anchors].map((term) => {
      const bare = term.replaceAll(denial, '')
      return [bare, (term.length - bare.length) % 2 === 1]
    }),
  )
}

export function countDenials({ words, anchors }: NormalisedStatement): number {
  return [...words, ...anchors].filter((term) => term.startsWith(denial)).length
}

export function termsOf(text: string): Set<string> {
  return new Set(termsIn(affirm(normaliseStatement(text))))
}

export function termsIn({ words, anchors }: NormalisedStatement): string[] {
  return [...new Set([...words, ...anchors.map((anchor) => anchor.toLowerCase())])]
}

/** Replaces phrases of denial by one word. */
function denyPlainly(text: string): string {
  return denying.test(text)
    ? text
        .replace(/\b(?:(no|not|n't)(\W+(?:\w+\W+){0,6}?))any ?more\b/gi, '$1$2')
        .replace(/\b(prefer\w*\b[^.;]{1,80}?) over\b/gi, '$1 not')
        .replace(phrases, 'not')
    : text
}

const denying = /\b(?:longer|any ?more|over|than|instead|refrain\w*|stop\w*|quit)\b/i
const phrases =
  /\b(?:no longer|rather than|instead of|refrain\w* from|(?:stop|stops|stopped|quit)(?= \w+ing\b))(?!\w)/gi

function splitWords(chunk: string): readonly string[] {
  if (/^[a-z]+$/.test(chunk)) return [chunk]
  return chunk.match(withoutSpaces.test(chunk) ? wordOrCharacter : wordOrNumber) ?? []
}

/** In scripts without spaces, each character is a word. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const wordOrNumber = /\d+(?:[.,:]\d+)*|[\p{L}\p{M}]+(?:'\p{L}+)?/gu
const wordOrCharacter = new RegExp(
  `\\d+(?:[.,:]\\d+)*|${withoutSpaces.source}|(?:(?!${withoutSpaces.source})[\\p{L}\\p{M}])+`,
  'gu',
)

const negating = setOf(`not no never none neither nor without cannot avoid off
  dont doesnt didnt isnt arent wasnt werent wont cant shouldnt mustnt wouldnt couldnt hasnt havent
  nicht kein keine keinen keinem keiner keines nie niemals ohne pas jamais sans nunca jamás sin
  non mai senza não sem niet geen nooit zonder inte aldrig не нет без никогда 不 没 沒 別 别 無 无 非 勿`)

const limiting = setOf(`only except unless but however until if nur außer wenn falls
  seulement sauf si sólo solo excepto только кроме если`)

/** Stemmed; each is the opposite of the other. */
const antonyms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    disable: 'enable',
    forbid: 'allow',
    forbidden: 'allow',
    prohibit: 'allow',
    ban: 'allow',
    banned: 'allow',
    disallow: 'allow',
    optional: 'required',
    unneeded: 'needed',
    unnecessary: 'necessary',
    exclude: 'include',
    reject: 'accept',
    invalid: 'valid',
    unsafe: 'safe',
    insecure: 'secure',
    unsupported: 'supported',
    false: 'true',
  }).map(([word, opposite]) => [stem(word), stem(opposite)]),
)

const weak = setOf(`a an the is are was were be been being am to of in on at for with and that this
  these those it its we you i they he she our your their my us them me should must shall will would
  can could may might do does did please always just really also very so then there here as by has
  have had which who der die das den dem ein eine einen ist sind und zu im in am auf für mit wir
  immer le la les un une des est et à de du en pour avec el los las y es para con`)

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

/** `fooBar`, `foo_bar`, `src/a.ts`, `a.b`, `--flag`, `@scope/name`, `#12`, `v2`, `C++`, `>` and `quoted`. */
function nameIn(chunk: string): string | undefined {
  if (/^[A-Za-z]?[a-z]*$/.test(chunk)) return undefined
  if (/^[("'[{]*`[^`]+`/.test(chunk)) return chunk.replace(/^[^`]*`|`[^`]*$/g, '')
  const bare = chunk.replace(/^[("'[{*]+|[)"'\]}*.,;:!?…]+$/g, '')
  return writtenAsName.test(bare) ? bare : undefined
}

/** A sign, an option, inner capitals, inner dots or colons, or digits next to letters. */
const writtenAsName =
  /[\\/_=@#+*<>|&$%~^]|^-{1,2}[A-Za-z]|\p{Ll}\p{Lu}|[\p{L}\d][.:]{1,2}\p{L}|\p{L}.*\d|\d.*\p{L}/u

/** Deliberately rough: `use`, `uses`, `used` and `using` become one word. */
function stem(word: string): string {
  if (!/^[a-z']+$/.test(word)) return word
  const whole = word.replace(/'s?$/, '').replace(/'\w+$/, '')
  if (whole.length <= 3) return whole.replace(/(?<=..)e$/, '')
  const short = whole
    .replace(/(?<=..)ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=..)(?:ing|ed)$/, '')
  return short.replace(/(?<=..)e$/, '')
}
