/** Reads a value that no quotes delimit, as far as its notation lets it reach. */
import type { Form } from './judge-value.ts'
import type { Literal } from './literal.ts'

const shellValue = /[^\s"'`]+/y
const codeValue = /[^\s"'`,;&<>]+/y
const elementValue = /[^<>\n]+/y
const restOfLine = /[^\r\n"'`]+/y
/** Where the text is itself a string in JSON or in code, these end a line or the string. */
const escapedEnd = /\\[nrt"'`\\]|\\$/

export function bareValueAt(text: string, start: number, form: Form): Literal {
  const pattern = form === 'shell' ? shellValue : form === 'quoted' ? elementValue : codeValue
  const { value } = matchAt(text, start, pattern)
  const trimmed = withoutClosers(value)
  return { value: trimmed, start, end: start + trimmed.length }
}

export function restOfLineAt(text: string, start: number): Literal {
  return matchAt(text, start, restOfLine)
}

function matchAt(text: string, start: number, pattern: RegExp): Literal {
  pattern.lastIndex = start
  const run = pattern.exec(text)?.[0] ?? ''
  const end = run.search(escapedEnd)
  const value = end < 0 ? run : run.slice(0, end)
  return { value, start, end: start + value.length }
}

/** `f(password=x)` and `{password:x}` end in brackets that are not part of the value. */
function withoutClosers(value: string): string {
  if (/[([{]/.test(value)) return value
  return value.replace(/[)\]}]{1,16}[;:,.]{0,2}$/, '')
}

const lineStart = /(?:^|[\n\r]|\\[nr])[ \t]{0,64}(?:- )?["']?$/
const lineRest = /[ \t]{0,16}[^\s,;"'`\\]{1,256}[ \t]{0,16}(?:$|[\r\n"'`]|\\[nr]|#)/y

export function hasLineToItself(text: string, nameStart: number, valueStart: number): boolean {
  lineRest.lastIndex = valueStart
  return lineRest.test(text) && lineStart.test(text.slice(Math.max(0, nameStart - 80), nameStart))
}
