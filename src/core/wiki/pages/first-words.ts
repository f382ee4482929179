/** What a statement is called where it is linked, and what a decision's page is called. */
import { cutAtWord, oneLineExcerpt, withoutLinks } from '../../text/shorten.ts'

const mostCharacters = 88
const mostCharactersInFull = 320

const known = new Map<string, string>()
const mostKnown = 20_000

export function firstWords(content: string): string {
  const before = known.get(content)
  if (before !== undefined) return before
  const words = readFirstWords(content)
  if (known.size >= mostKnown) known.clear()
  known.set(content, words)
  return words
}

/** The whole statement, where its page says more than a link. */
export const inOneLine = (content: string) =>
  cutAtWord(plainLine(content).replace(/\.$/, ''), mostCharactersInFull)

function readFirstWords(content: string): string {
  const line = plainLine(content.replace(enclosed, hideMarks))
  const [sentence = line] =
    /^.{12,}?(?<!\b(?:e\.g|i\.e|\w|vs|etc))[.!?;](?=\s|$)|^.{24,}?:(?=\s)/.exec(line) ?? []
  const whole = sentence.replace(/[.;:]$/, '')
  if (whole.length <= mostCharacters) return showMarks(whole)
  const short = whole.replace(/ \([^()]*\)(?!:)/g, '')
  return showMarks(short.length <= mostCharacters ? short : cutAtClause(short))
}

/** No sentence or clause ends in code, a quotation or brackets. */
const enclosed = /`[^`\n]{1,80}`|"[^"\n]{1,80}"|“[^”\n]{1,80}”|\([^()\n]*\)/g
const marks = ' .:;!?,–—-'
const hidden = 0xe000

const hideMarks = (text: string) =>
  text.replace(/[ .:;!?,–—-]/g, (mark) => String.fromCharCode(hidden + marks.indexOf(mark)))

const showMarks = (text: string) =>
  text.replace(/[\ue000-\ue009]/g, (mark) => marks[mark.charCodeAt(0) - hidden] ?? '')

/** A clause reads as a title; anything shorter shows that it was cut. */
function cutAtClause(sentence: string): string {
  const start = sentence.slice(0, mostCharacters + 1)
  for (const mark of isCondition.test(start) ? explained : clauseEnds) {
    const ends = [...start.matchAll(mark)].map(({ index }) => index)
    const end = ends.findLast((at) => at >= fewestCharacters && isOutside(start.slice(0, at)))
    if (end !== undefined) return start.slice(0, end).replace(/[\s,;:–—-]+$/, '')
  }
  return cutAtWord(showMarks(sentence), mostCharacters)
}

/**
 * Best first: what follows a colon explains the rest; what follows a comma may belong to it. A cut
 * after «only» or in a list would say something else.
 */
const clauseEnds = [
  /[:;](?= )| [-–—](?= )/g,
  /(?<!\bonly) (?=\(|(?:because|since|so that|instead of|rather than|unless|until|although|which|whose|while|when|where|whenever|before|after|if|but)\b)/gi,
  / (?=and (?:then|is|are|was|were|has|have|had|does|do|can|cannot|must|may|should|will|never|not)\b)/g,
  /,(?= (?:\w+(?:ed|ing)|each|made)\b)|,(?= )(?! (?:\S+ ){1,3}(?:and|or) | (?:\S+ ){0,2}\S+,)/g,
]
const explained = clauseEnds.slice(0, 1)
const fewestCharacters = 24

/** Its first clause says nothing yet. */
const isCondition = /^(?:when|if|after|before|while|once|because|since|for|in order to|to) /i

/** Whether a text leaves no bracket open. */
const isOutside = (text: string) => text.lastIndexOf('(') <= text.lastIndexOf(')')

/** Without Markdown marks. */
const plainLine = (content: string) =>
  oneLineExcerpt(
    withoutLinks(content).replace(/`|\[\[|\]\]|(?<![\w/])\*+(?=\w)|(?<=[\w.!?])\*+(?![\w/])/g, ''),
  )
