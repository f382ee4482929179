/** Separates what is marked as not the writer's own: code, quotes, tagged blocks, drawn frames. */

/** A stretch of a text, in its order. */
export interface Piece {
  readonly text: string
  /** It is a block that shows where it begins and ends. */
  readonly isMarked: boolean
}

export function splitBlocks(text: string): Piece[] {
  return splitTagged(text.replace(/\r\n?/g, '\n')).flatMap((piece) =>
    piece.isMarked ? [piece] : splitLines(piece.text),
  )
}

function splitLines(text: string): Piece[] {
  const pieces: { lines: string[]; isMarked: boolean }[] = []
  const add = (isMarked: boolean, ...lines: string[]) => {
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.lines.push(...lines)
    else pieces.push({ lines, isMarked })
  }
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+|""")/.exec(line)?.[1]?.slice(0, 3)
    if (fence !== undefined) {
      if (mark === fence || line.trimEnd().endsWith(fence)) fence = undefined
      else add(true, line)
    } else if (mark !== undefined && !isClosedInLine(line, mark)) {
      fence = mark
      add(true)
    } else {
      add(quoted.test(line), line)
    }
  }
  return pieces.map(({ lines, isMarked }) => ({ text: lines.join('\n'), isMarked }))
}

const isClosedInLine = (line: string, mark: string) => line.indexOf(mark) !== line.lastIndexOf(mark)

/** Quotes, table rows and what terminals draw. */
const quoted = /^\s*(?:>|\|.*\|\s*$|[│┃■◆└┌├●⎿⏺✻])/u

/**
 * Takes out `<name …>…</name>` with all it holds, and to the end where the tag is never closed but
 * stands on a line of its own. A scan instead of a pattern: unclosed tags would take quadratic time.
 */
function splitTagged(text: string): Piece[] {
  const lower = text.toLowerCase()
  const lastEnds = new Map<string, number>()
  for (const { 1: name = '', index } of lower.matchAll(closingTag)) lastEnds.set(name, index)
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: tag, 1: name = '', index } of lower.matchAll(openingTag)) {
    if (index < from) continue
    const isClosed = (lastEnds.get(name) ?? -1) > index
    if (!isClosed && !standsAlone(lower, index, tag.length)) continue
    const end = isClosed ? lower.indexOf(`</${name}>`, index) + name.length + 3 : text.length
    pieces.push({ text: text.slice(from, index), isMarked: false })
    pieces.push({ text: text.slice(index, end), isMarked: true })
    from = end
  }
  return [...pieces, { text: text.slice(from), isMarked: false }]
}

function standsAlone(text: string, index: number, length: number): boolean {
  return (index === 0 || text[index - 1] === '\n') && (text[index + length] ?? '\n') === '\n'
}

const openingTag = /<([a-z][\w.:-]{0,60})(?:\s[^<>]{0,500})?>/g
const closingTag = /<\/([a-z][\w.:-]{0,60})>/g
