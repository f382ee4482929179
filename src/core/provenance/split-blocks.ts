/** Separates what is marked as not the writer's own: code, quotes, tagged blocks, drawn frames. */

export interface SplitText {
  /** What is left, with a paragraph's end where something was taken out. */
  readonly kept: string
  readonly blocks: readonly string[]
}

export function splitBlocks(text: string): SplitText {
  const tagged = splitTagged(text.replace(/\r\n?/g, '\n'))
  const kept: string[] = []
  const taken: string[] = []
  let fence: string | undefined
  for (const line of tagged.kept.split('\n')) {
    const mark = /^\s*(```+|~~~+|""")/.exec(line)?.[1]?.slice(0, 3)
    if (fence !== undefined) {
      if (mark === fence || line.trimEnd().endsWith(fence)) fence = undefined
      else taken.push(line)
    } else if (mark !== undefined && !isClosedInLine(line, mark)) {
      fence = mark
      kept.push('')
    } else if (quoted.test(line)) {
      taken.push(line)
      kept.push('')
    } else {
      kept.push(line)
    }
  }
  const marked = taken.join('\n').trim()
  return {
    kept: kept.join('\n'),
    blocks: [...tagged.blocks, ...(marked === '' ? [] : [marked])],
  }
}

const isClosedInLine = (line: string, mark: string) => line.indexOf(mark) !== line.lastIndexOf(mark)

/** Quotes, table rows and what terminals draw. */
const quoted = /^\s*(?:>|\|.*\|\s*$|[│┃■◆└┌├●⎿⏺✻])/u

/**
 * Takes out `<name …>…</name>` with all it holds, and to the end where the tag is never closed but
 * stands on a line of its own. A scan instead of a pattern: unclosed tags would take quadratic time.
 */
function splitTagged(text: string): SplitText {
  const lower = text.toLowerCase()
  const lastEnds = new Map<string, number>()
  for (const { 1: name = '', index } of lower.matchAll(closingTag)) lastEnds.set(name, index)
  const blocks: string[] = []
  let kept = ''
  let from = 0
  for (const { 0: tag, 1: name = '', index } of lower.matchAll(openingTag)) {
    if (index < from) continue
    const isClosed = (lastEnds.get(name) ?? -1) > index
    if (!isClosed && !standsAlone(lower, index, tag.length)) continue
    kept += `${text.slice(from, index)}\n\n`
    from = isClosed ? lower.indexOf(`</${name}>`, index) + name.length + 3 : text.length
    blocks.push(text.slice(index, from))
  }
  return { kept: kept + text.slice(from), blocks }
}

function standsAlone(text: string, index: number, length: number): boolean {
  return (index === 0 || text[index - 1] === '\n') && (text[index + length] ?? '\n') === '\n'
}

const openingTag = /<([a-z][\w.:-]{0,60})(?:\s[^<>]{0,500})?>/g
const closingTag = /<\/([a-z][\w.:-]{0,60})>/g
