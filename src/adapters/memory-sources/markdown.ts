/** Splits Markdown into statements: bullets and paragraphs, each with its headings and line. */
import { blanked, replaceSpans } from '../foreign-files/spans.ts'

export interface MarkdownStatement {
  readonly text: string
  /** Starts at 1. */
  readonly line: number
  readonly headings: readonly string[]
  readonly isBullet: boolean
}

const heading = /^(#{1,6})\s+(?=\S)(.*)$/
const bullet = /^(?:[-*+]|\d+[.)])\s+/
const fence = /^\s*(?:```|~~~)/

/** A bullet includes what is indented below it; a paragraph ending in a colon includes its code. */
export function readStatements(markdown: string, firstLine = 1): MarkdownStatement[] {
  const statements: { text: string; line: number; headings: string[]; isBullet: boolean }[] = []
  let headings: string[] = []
  let open = false
  let isCode = false
  for (const [at, line] of withoutComments(markdown).split('\n').entries()) {
    const last = statements.at(-1)
    const append = () => {
      if (last) last.text += `\n${line}`
    }
    if (fence.test(line)) {
      if (last) append()
      isCode = !isCode
      open = true
    } else if (isCode) append()
    else if (line.trim() === '') open = last?.isBullet === true && open
    else if (heading.test(line)) {
      const [, marks = '', title = ''] = heading.exec(line) ?? []
      headings = [...headings.slice(0, marks.length - 1), withoutClosingMarks(title)]
      open = false
    } else if (bullet.test(line)) {
      statements.push({
        text: line.replace(bullet, ''),
        line: firstLine + at,
        headings,
        isBullet: true,
      })
      open = true
    } else if (open && last && (!last.isBullet || /^\s/.test(line))) append()
    else {
      statements.push({ text: line, line: firstLine + at, headings, isBullet: false })
      open = true
    }
  }
  return statements
    .map((statement) => ({ ...statement, text: statement.text.trim() }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !/^\|/.test(text))
}

/**
 * What no statement has: headings, comments, tables, links, and blocks that are marked as ours. An agent
 * reads it all the same.
 */
export function* readLeftOut(
  markdown: string,
  statements: Iterable<string>,
): Generator<{ readonly text: string; readonly line: number }> {
  const bare = (line: string) => line.trim().replace(bullet, '')
  const stated = new Set(Array.from(statements, (text) => text.split('\n').map(bare)).flat())
  let lines: string[] = []
  for (const [at, line] of `${markdown}\n`.split('\n').entries()) {
    const said = bare(line)
    if (said !== '' && !stated.has(said)) lines.push(line)
    else if (lines.length > 0) {
      const text = lines.join('\n')
      for (let from = 0; from < text.length; from += mostLeftOut) {
        yield { text: text.slice(from, from + mostLeftOut), line: at - lines.length + 1 }
      }
      lines = []
    }
  }
}

/** Characters of one part. */
const mostLeftOut = 8_000

const withoutComments = (markdown: string) => replaceSpans(markdown, /<!--/g, '-->', blanked)

/** Removes the marks that may close a heading. */
function withoutClosingMarks(title: string): string {
  const text = title.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return text.slice(0, end).trimEnd()
}

/** Returns the text under each heading of the top levels, and the text before the first one. */
export function readSections(
  markdown: string,
): { readonly title: string; readonly text: string }[] {
  const sections: { title: string; text: string }[] = [{ title: '', text: '' }]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (fence.test(line)) isCode = !isCode
    const found = isCode ? undefined : heading.exec(line)?.[2]
    const title = found === undefined ? undefined : withoutClosingMarks(found)
    const last = sections.at(-1)
    if (title !== undefined) sections.push({ title, text: '' })
    else if (last) last.text += `${line}\n`
  }
  return sections
    .map(({ title, text }) => ({ title, text: text.trim() }))
    .filter(({ text }) => text !== '')
}
