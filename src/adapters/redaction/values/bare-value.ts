/** Reads an unquoted value; its notation decides where it ends. */

import type { Source } from '../scan/source.ts'
import type { Literal } from './literal.ts'
import type { AssignmentForm } from './secret-assignment.ts'

const shellEnd = /[\s"'`]/g
const elementEnd = /[<>\n]/g
/** Also ends at a tag, or at a separator before a space, quote, bracket, separator or name. */
const openEnd =
  /[\s"'`]|<[a-z/!]|[,;&](?=[\s"'`,;&<)\]}]|$|(?:amp;)?[\w.-]{1,40}[=:]|(?<=;)[\w .-]{1,40}=)/gi
const lineEnd = /[\r\n"'`]/g
/** Inside a JSON or code string, these end a line or the string. */
const escapedEnd = /\\[nrt"'`\\]|\\$/g

export function bareValueAt(source: Source, start: number, form: AssignmentForm): Literal {
  const ending = form === 'shell' ? shellEnd : form === 'quoted' ? elementEnd : openEnd
  const value = withoutClosers(readUpTo(source, start, ending).value)
  return { value, start, end: start + value.length }
}

/** The part before the first separator: `a` of `a,b(c)`. */
export function beforeSign(value: string): string {
  const end = value.slice(0, longestClosed).search(/[,;&<>]/)
  return end < 0 ? value : value.slice(0, end)
}

export function restOfLineAt(source: Source, start: number): Literal {
  return readUpTo(source, start, lineEnd)
}

function readUpTo(source: Source, start: number, ending: RegExp): Literal {
  const end = Math.min(source.next(ending, start), source.next(escapedEnd, start))
  return { value: source.text.slice(start, end), start, end }
}

/** Drops closing characters that are not part of the value: `f(password=x)`, `{password:x},`. */
function withoutClosers(value: string): string {
  if (value.length > longestClosed) return value
  const bare = value.replace(/(?:\*\*)?[;:,.]{0,2}$/, '')
  return /[([{<]/.test(bare) ? bare : bare.replace(/[)\]}>]{1,16}$/, '')
}

const longestClosed = 1_024

const lineStart = /(?:^|[\n\r]|\\[nr])[ \t]{0,64}(?:- )?["']?$/
const lineRest = /[ \t]{0,16}[^\s"'`\\]{0,255}[^\s,;"'`\\][ \t]{0,16}(?:$|[\r\n"'`]|\\[nr]|#)/y

export function hasLineToItself(text: string, nameStart: number, valueStart: number): boolean {
  lineRest.lastIndex = valueStart
  return lineRest.test(text) && lineStart.test(text.slice(Math.max(0, nameStart - 80), nameStart))
}
