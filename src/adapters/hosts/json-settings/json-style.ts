/** How a JSON text is laid out, so that what we add looks like the rest. */
import type { Node } from 'jsonc-parser'
import type { Json } from '../../../core/model/json.ts'
import { isJsonObject } from '../../../core/model/json.ts'

export interface JsonStyle {
  readonly lineBreak: string
  readonly indent: string
  /** What follows a comma and a colon where a value stands on one line: a space or nothing. */
  readonly space: string
  /** False for a document that is all on one line. */
  readonly isMultiline: boolean
}

export function styleOf(text: string, root: Node | undefined): JsonStyle {
  const first = root?.children?.[0]
  const isOneLine = first !== undefined && !/[\r\n]/.test(text.trim())
  const firstIndent = first && lineStart(text, first.offset)
  return {
    lineBreak: /\r\n|\n/.exec(text)?.[0] ?? '\n',
    indent: firstIndent || '  ',
    space: isOneLine && !/[:,] /.test(text) ? '' : ' ',
    isMultiline: !isOneLine,
  }
}

/** The white space before `offset` on its line; undefined when something else stands there. */
export function lineStart(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*$/.test(before) ? before : undefined
}

/** The indentation of the line that `offset` is on. */
export function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** The value over several lines, its first line not indented, the others by `baseIndent`. */
export function renderBlock(value: Json, style: JsonStyle, baseIndent: string): string {
  const lines = JSON.stringify(value, null, style.indent).split('\n')
  return lines.join(`${style.lineBreak}${baseIndent}`)
}

export function renderInline(value: Json, style: JsonStyle): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => renderInline(item, style)).join(`,${style.space}`)}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${style.space}${renderInline(member, style)}`,
  )
  return `{${members.join(`,${style.space}`)}}`
}
