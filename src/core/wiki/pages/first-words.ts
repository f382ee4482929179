import { cutAtWord, oneLineExcerpt } from '../../text/shorten.ts'

const mostCharacters = 72
const mostCharactersInFull = 240

const known = new Map<string, string>()
const mostKnown = 20_000

/** A statement's first sentence or clause in one line, for titles and links. */
export function firstWords(content: string): string {
  const before = known.get(content)
  if (before !== undefined) return before
  const words = readFirstWords(content)
  if (known.size >= mostKnown) known.clear()
  known.set(content, words)
  return words
}

function readFirstWords(content: string): string {
  const line = plainLine(content)
  const [sentence = line] =
    /^.{12,}?(?<!\b(?:e\.g|i\.e|\w|vs|etc))[.!?;](?=\s|$)|^.{24,}?:(?=\s)/.exec(line) ?? []
  return cutAtWord(sentence.replace(/[.;:]$/, ''), mostCharacters)
}

/** The whole statement, where its page says more than a link. */
export function inOneLine(content: string): string {
  return cutAtWord(plainLine(content).replace(/\.$/, ''), mostCharactersInFull)
}

/** Without the marks of Markdown. */
function plainLine(content: string): string {
  return oneLineExcerpt(
    content.replace(/`|\[\[|\]\]|(?<![\w/])\*+(?=\w)|(?<=[\w.!?])\*+(?![\w/])/g, ''),
  )
}
