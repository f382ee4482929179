/**
 * Edits JSON text and leaves every other character in place. jsonc-parser's own `modify` reformats
 * whole lines, moves comments and cuts too little from one-line arrays.
 */
import type { Node } from 'jsonc-parser'
import { isJsonObject, type Json } from '../../../core/model/json.ts'

interface Edit {
  readonly offset: number
  readonly end: number
  readonly content: string
}

/** Appends a value to an array, or a member (with `key`) to an object. */
export function appendChild(
  text: string,
  container: Node,
  child: { readonly key?: string; readonly value: Json },
  style: JsonStyle,
): string {
  const last = container.children?.at(-1)
  const gapStart = last ? endOf(last) : container.offset + 1
  const gapEnd = endOf(container) - 1
  const tokens = gapTokens(text, gapStart, gapEnd)
  const hasTrailingComma = tokens.some(({ kind }) => kind === 'comma')
  const isBlock = last ? isOnItsOwnLine(text, container) : style.isMultiline
  const isAfterLineComment = tokens.at(-1)?.kind === 'line-comment'
  const indent =
    (last && lineStart(text, last.offset)) ?? lineIndent(text, container.offset) + style.indent

  const name = child.key === undefined ? '' : `${JSON.stringify(child.key)}:${style.space}`
  const value = isBlock ? renderBlock(child.value, style, indent) : renderInline(child.value, style)
  const lead = isBlock || isAfterLineComment ? style.lineBreak + indent : last ? style.space : ''
  const anchor = tokens.at(-1)?.end ?? gapStart
  const needsLineBreak = isBlock && !text.slice(anchor, gapEnd).includes('\n')
  return applyEdits(text, [
    {
      offset: anchor,
      end: needsLineBreak ? gapEnd : anchor,
      content: [
        lead,
        name,
        value,
        hasTrailingComma ? ',' : '',
        needsLineBreak ? style.lineBreak + lineIndent(text, container.offset) : '',
      ].join(''),
    },
    ...(last && !hasTrailingComma ? [insertion(endOf(last), ',')] : []),
  ])
}

/** Removes a member or item together with its comma and the white space before it. */
export function removeChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? []
  const index = children.indexOf(child)
  const previous = children[index - 1]
  const gapStart = previous ? endOf(previous) : container.offset + 1
  const gapEnd = children[index + 1]?.offset ?? endOf(container) - 1
  const before = gapTokens(text, gapStart, child.offset)
  const after = gapTokens(text, endOf(child), gapEnd)
  const isAlone = children.length === 1 && [...before, ...after].every(isComma)
  if (isAlone) return applyEdits(text, [removal(gapStart, gapEnd)])

  const following = after.find(isComma)
  const comma = following ?? before.find(isComma)
  const start = removalStart(text, child, before.at(-1), gapStart)
  const between = following && text.slice(endOf(child), following.offset)
  const isAtStart = start === child.offset && between?.trim() === ''
  const spaces = following ? (/^[ \t]*/.exec(text.slice(following.end))?.[0].length ?? 0) : 0
  if (isAtStart && following) return applyEdits(text, [removal(start, following.end + spaces)])
  return applyEdits(text, [
    removal(start, endOf(child)),
    ...(comma ? [removal(comma.offset, comma.end)] : []),
  ])
}

export function replaceValue(text: string, node: Node, value: Json, style: JsonStyle): string {
  const isBlock = text.slice(node.offset, endOf(node)).includes('\n')
  const content = isBlock
    ? renderBlock(value, style, lineIndent(text, node.offset))
    : renderInline(value, style)
  return applyEdits(text, [{ offset: node.offset, end: endOf(node), content }])
}

/** Keeps the rest of the line out of a line comment that precedes it. */
function removalStart(
  text: string,
  child: Node,
  tokenBefore: GapToken | undefined,
  gapStart: number,
): number {
  const restOfLine = /^[^\r\n]*/.exec(text.slice(endOf(child)))?.[0] ?? ''
  const isLastOnLine = /^\s*,?\s*$/.test(restOfLine)
  if (tokenBefore?.kind === 'line-comment' && !isLastOnLine) return child.offset
  return tokenBefore?.end ?? gapStart
}

function isOnItsOwnLine(text: string, container: Node): boolean {
  const children = container.children ?? []
  return children.some((child) => lineStart(text, child.offset) !== undefined)
}

/** Applies edits back to front. Of two edits at one offset, the first ends up last in the text. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((edited, { offset, end, content }) => {
      return edited.slice(0, offset) + content + edited.slice(end)
    }, text)
}

function insertion(offset: number, content: string): Edit {
  return { offset, end: offset, content }
}

function removal(offset: number, end: number): Edit {
  return { offset, end, content: '' }
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function isComma(token: GapToken): boolean {
  return token.kind === 'comma'
}

/** A comma or comment between two values. */
interface GapToken {
  readonly kind: 'comma' | 'line-comment' | 'block-comment'
  readonly offset: number
  readonly end: number
}

/** Returns the tokens from `start` to `end`, between two neighbouring values or brackets. */
function gapTokens(text: string, start: number, end: number): readonly GapToken[] {
  const tokens = text.slice(start, end).matchAll(/,|\/\/[^\r\n]*|\/\*.*?\*\//gs)
  return [...tokens].map(({ 0: token, index }) => ({
    kind: token === ',' ? 'comma' : token.startsWith('//') ? 'line-comment' : 'block-comment',
    offset: start + index,
    end: start + index + token.length,
  }))
}

/** The layout of a text, so that our additions match it. */
interface JsonStyle {
  readonly lineBreak: string
  readonly indent: string
  /** What follows a comma or colon within one line: a space or nothing. */
  readonly space: string
  /** False if the whole document is on one line. */
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

/** Returns the white space before `offset` on its line, or undefined if anything else is there. */
function lineStart(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*$/.test(before) ? before : undefined
}

function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

/** Prints the value on several lines: the first not indented, the others by `baseIndent`. */
function renderBlock(value: Json, style: JsonStyle, baseIndent: string): string {
  const lines = JSON.stringify(value, null, style.indent).split('\n')
  return lines.join(`${style.lineBreak}${baseIndent}`)
}

function renderInline(value: Json, style: JsonStyle): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => renderInline(item, style)).join(`,${style.space}`)}]`
  }
  if (!isJsonObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}:${style.space}${renderInline(member, style)}`,
  )
  return `{${members.join(`,${style.space}`)}}`
}
