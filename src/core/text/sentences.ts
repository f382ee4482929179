/** Splits prose into sentences. A dot in a path, version, URL or abbreviation ends none. */
import { type ProseLine, readProse } from './prose.ts'

export interface Sentence extends ProseLine {
  readonly isQuestion: boolean
}

export function readSentences(prose: string): readonly Sentence[] {
  return readProse(prose).flatMap((line) =>
    splitLine(line.text).map((text) => ({
      ...line,
      text,
      isQuestion: /\?[)"'\s!]*$/.test(text),
    })),
  )
}

function splitLine(line: string): readonly string[] {
  const sentences: string[] = []
  let start = 0
  for (const mark of line.matchAll(ends)) {
    const end = mark.index + mark[0].trimEnd().length
    const sentence = line.slice(start, end)
    if (isAbbreviated(sentence.slice(-longestAbbreviation), line.slice(end, end + 3))) continue
    if (isOpen(sentence)) continue
    sentences.push(sentence.trim())
    start = end
  }
  sentences.push(line.slice(start).trim())
  return sentences.filter(
    (sentence) => sentence.length <= longestSentence && /\p{L}/u.test(sentence),
  )
}

const ends = /[.!?…]+["'”)\]]*(?=\s)|;\s(?=\p{L})|\s[–—]+\s(?=\p{Lu})/gu

function isAbbreviated(sentence: string, rest: string): boolean {
  if (/\betc\.$/i.test(sentence)) return !/^\s+\p{Lu}/u.test(rest)
  return /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx|ca|resp|incl|esp|fig|mr|mrs|ms|dr|\p{Lu}|\.\.)\.$/iu.test(
    sentence,
  )
}

/** A dot inside backticks or parentheses ends no sentence. */
function isOpen(sentence: string): boolean {
  if (sentence.length >= longestAside) return false
  const count = (mark: RegExp) => sentence.match(mark)?.length ?? 0
  return count(/`/g) % 2 === 1 || count(/\(/g) > count(/\)/g)
}

const longestAside = 200
const longestAbbreviation = 10
/** Longer ones are not prose. The limit keeps later pattern matching fast. */
const longestSentence = 1_000
