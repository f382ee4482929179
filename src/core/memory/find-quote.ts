/** Finds where a text says what a memory states. */
import { rareWordsOf } from '../provenance/session-provenance.ts'
import { isStopWord } from '../text/common-words.ts'
import { normaliseWord } from '../text/normalise-word.ts'

/** Exact parts of the text, in order; `before` and `after` are truncated. */
interface FoundQuote {
  readonly before: string
  readonly quote: string
  readonly after: string
}

const mostRead = 30_000
const mostAround = 260
/** A name, or two meaningful words. */
const fewestShared = 2
const rareWeight = 2

/** @returns the sentences that share most with the statement; undefined if none is about it */
export function findQuote(
  text: string,
  statement: string,
): (FoundQuote & { score: number }) | undefined {
  const weights = weighWords(statement)
  const sentences = sentencesIn(withoutCode(text.slice(0, mostRead))).map((sentence) => ({
    ...sentence,
    words: wordsOf(sentence.text).filter((word) => weights.has(word)),
  }))
  const scoreOf = (words: Iterable<string>) =>
    [...new Set(words)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  const scores = sentences.map(({ words }) => scoreOf(words))
  const best = scores.indexOf(Math.max(...scores))
  const found = sentences[best]
  if (!found || (scores[best] ?? 0) < fewestShared) return undefined
  let [first, last] = [best, best]
  const known = new Set(found.words)
  const adds = (at: number) =>
    scoreOf((sentences[at]?.words ?? []).filter((word) => !known.has(word))) >= fewestShared
  while (adds(last + 1)) for (const word of sentences[++last]?.words ?? []) known.add(word)
  while (adds(first - 1)) for (const word of sentences[--first]?.words ?? []) known.add(word)
  const start = sentences[first]?.start ?? 0
  const end = (sentences[last]?.start ?? 0) + (sentences[last]?.text.length ?? 0)
  return {
    before: ending(text.slice(0, start)),
    quote: text.slice(start, end),
    after: beginning(text.slice(end)),
    score: scoreOf(known),
  }
}

/** Names and unusual words say most about the subject. */
function weighWords(statement: string): ReadonlyMap<string, number> {
  const rare = rareWordsOf(statement)
  return new Map(wordsOf(statement).map((word) => [word, rare.has(word) ? rareWeight : 1]))
}

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter(
    (word) => !isStopWord(normaliseWord(word)),
  )

interface Placed {
  readonly text: string
  readonly start: number
}

/** Blanks out blocks of code, so that positions stay. */
const withoutCode = (text: string) =>
  text.replace(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, (block) => block.replace(/[^\n]/g, ' '))

/** Sentences with their position, including marks. */
function sentencesIn(text: string): Placed[] {
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    [...line.matchAll(/\S.*?(?:[.!?]["'”)\]*`]*(?=\s)|$)/g)].map((match) => ({
      text: match[0],
      start: index + match.index,
    })),
  )
}

function ending(text: string): string {
  if (text.length <= mostAround) return text
  return `…${text.slice(-mostAround).replace(/^\S*\s/, '')}`
}

function beginning(text: string): string {
  if (text.length <= mostAround) return text
  return `${text.slice(0, mostAround).replace(/\s\S*$/, '')}…`
}
