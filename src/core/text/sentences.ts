/** Splits prose into sentences. A dot in a path, version, URL or abbreviation ends none. */

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

interface ProseLine {
  readonly text: string
  readonly paragraph: number
  /** Whether it was a list item (`1.`, `-` or `*`). */
  readonly isItem: boolean
}

/** Extracts what a person or agent wrote: no code, quotes, pasted logs or host markup. */
function readProse(text: string): readonly ProseLine[] {
  const lines: ProseLine[] = []
  let paragraph = 0
  for (const line of withoutBlocks(text).split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '') paragraph += 1
    if (!/\p{L}/u.test(trimmed) || isForeign(line)) continue
    const isItem = listMark.test(trimmed)
    lines.push({ text: withoutMarkup(trimmed), paragraph, isItem })
  }
  return lines.filter(({ text: prose }) => /\p{L}/u.test(prose))
}

const listMark = /^(?:[-*•+]|\(?\d{1,2}[.)])\s+/

/** Removes code fences, even unclosed ones, and the tagged blocks that hosts insert. */
function withoutBlocks(text: string): string {
  const bare = text
    .replace(/\r\n?/g, '\n')
    .replace(shortFence, (_, before: string, inner: string) => `${before} ${asCode(inner)}\n`)
    .replace(/^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1[^\n]*$|$(?![\s\S]))/gm, '\n')
    .replace(/```[\s\S]*?```/g, ' ')
  return withoutTagged(bare)
}

/** Hand-written, because a regular expression takes quadratic time on unclosed tags. */
function withoutTagged(text: string): string {
  const lower = text.toLowerCase()
  const lastEnds = new Map(
    [...lower.matchAll(closingTag)].map(({ 1: name, index }) => [name, index]),
  )
  let kept = ''
  let from = 0
  for (const { 0: tag, 1: name, index } of lower.matchAll(openingTag)) {
    if (index < from || (lastEnds.get(name) ?? -1) < index) continue
    kept += `${text.slice(from, index)} `
    from = lower.indexOf(`</${name}>`, index) + tag.length + 1
  }
  return kept + text.slice(from)
}

const openingTag = /<([a-z][\w-]*)>/g
const closingTag = /<\/([a-z][\w-]*)>/g

/** «Run this:» followed by a line of code is one sentence. */
const shortFence = /(:)[ \t]*\n\s*```[^\n`]*\n((?:[^\n`]{1,100}\n){1,3})[ \t]*```[ \t]*(?=\n|$)/g

function asCode(lines: string): string {
  const inner = lines
    .trim()
    .split(/\s*\n\s*/)
    .join('; ')
  return `\`${inner}\`.`
}

/** Quotes, table rows, headings, logs, stack traces, diffs and lines of code. */
const isForeign = (line: string) => foreign.some((pattern) => pattern.test(line))

const foreign = [
  /^\s*>/,
  /^\s*\|.*\|\s*$/,
  /^\s*#{1,6}\s/,
  /^\s*at \S+ ?\(|^\s*File ".*", line \d+/,
  /^\s*\[?(?:\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d)/,
  /^\s*\[?(?:warn(?:ing)?|error|info|debug|fatal|trace|notice)\b[\]:]/i,
  /^\s*(?:[A-Z]\w*)?(?:Error|Exception|Warning): /,
  /^\s*(?:[$%❯]|npm ERR!|\+\+\+|---|@@) /,
  /^\s*(?:import|export|const|let|var|function|class|def|fn|func|return|public|private) .*[;{(=:]\s*$/,
  /[;{}]\s*$/,
]

function withoutMarkup(line: string): string {
  return line
    .replace(listMark, '')
    .replace(/\[([^\][]{1,200})\]\((https?:[^)\s]{1,500})\)/g, '$1 ($2)')
    .replace(/\*\*([^*]+)\*\*|__([^_]+)__/g, '$1$2')
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** Phones and word processors write ’ where patterns expect an apostrophe. */
export const straightenQuotes = (text: string) => text.replaceAll('’', "'")
