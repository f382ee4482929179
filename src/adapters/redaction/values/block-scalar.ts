/** Reads a YAML block scalar: the indented lines after `password: |`. */
import type { Source } from '../scan/source.ts'
import type { Literal } from './literal.ts'

const indicator = /(?:!!binary )?[|>][-+\d]{0,2}[ \t]{0,8}(\r?\n|\\n)[ \t]{1,64}(?=\S)/y
const longestBlock = 64 * 1024

export function blockScalarAt(source: Source, position: number): Literal | undefined {
  const { text } = source
  if (source.isRead(blockScalarAt, position)) return undefined
  const match = source.match(indicator, position)
  if (match === null) return undefined
  const lineBreak = match[1] ?? '\n'
  const start = indicator.lastIndex
  const indent = text.slice(text.lastIndexOf(lineBreak, start - 1) + lineBreak.length, start)
  const limit = Math.min(text.length, start + longestBlock)
  let end = endOfLine(text, start, lineBreak)
  while (end < limit && text.startsWith(indent, end + lineBreak.length)) {
    end = endOfLine(text, end + lineBreak.length, lineBreak)
  }
  source.markRead(blockScalarAt, end)
  return { value: text.slice(start, end), start, end }
}

function endOfLine(text: string, from: number, lineBreak: string): number {
  const end = text.indexOf(lineBreak, from)
  const quote =
    lineBreak === '\n' ? -1 : text.slice(from, end < 0 ? from + 4_096 : end).search(/["']/)
  if (quote >= 0) return from + quote
  return end < 0 ? text.length : end
}
