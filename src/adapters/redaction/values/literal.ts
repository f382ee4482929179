/** Reads a value as written: quoted at any depth of escaping, bare, or as a YAML block. */
import type { Source } from '../scan/source.ts'
import type { AssignmentForm } from './secret-assignment.ts'

export interface Literal {
  readonly value: string
  readonly start: number
  readonly end: number
  /** The elements of an array. */
  readonly items?: readonly string[]
}

/** `[]byte("x")`, `Buffer.from("x")`, `new SecretStr("x")`: a literal converted to another type. */
const conversion = String.raw`(?:new )?(?:\[\]byte|bytes(?:\.fromhex)?|bytearray|Buffer\.from|String(?:::from|\.valueOf)?|str|Secret\w{0,12}(?:\.\w{1,16})?|Some|base64\.b64decode|atob)\(`
const opening = new RegExp(
  String.raw`(?:${conversion}|[bfruB@$]{1,2}(?=["']))?(\\{0,8})(["'\x60])`,
  'y',
)
/** `"""x"""` in Python and TOML, `[[x]]`, `[=[x]=]` in Lua, `q(x)` in Perl; not nested arrays. */
const block =
  /(?:("{3}|'{3})\\?(?:\r?\n[ \t]{0,16})?|(\$\$|\[={0,4}\[|qq?[({[|])|(\{)(?=[^{}\s"']{0,40};[^{}\n"']{0,40}\}(?:[;"'\s]|$)))(?=[^\s"'[\]{},])/y
const longestBlock = 4_096
/** Typographic quotes, from chat programs and other languages. */
const typographic = /[“”„«「『]\s?(?=\S)/y
const typographicEnd = /[”“»」』"\n]/g
/** The first characters of both: most values are not quoted, and this rules them out quickly. */
const openers = new Set([...'abfnqrsuBS@$[{<\\"\'`“”„«「『'].map((sign) => sign.charCodeAt(0)))
const longestValue = 16 * 1024

/** Reads the literal that opens at `position`. An unclosed one ends with its line. */
export function literalAt(text: string, position: number): Literal | undefined {
  if (!openers.has(text.charCodeAt(position))) return undefined
  const inBlock =
    blockAt(text, position) ?? arrayAt(text, position) ?? hereDocumentAt(text, position)
  if (inBlock !== undefined) return inBlock
  opening.lastIndex = position
  const match = opening.exec(text)
  if (match === null) return typographicAt(text, position)
  const depth = match[1]?.length ?? 0
  const quote = match[2]?.charCodeAt(0)
  const start = opening.lastIndex
  const limit = Math.min(text.length, start + longestValue)
  let backslashes = 0
  for (let index = start; index < limit; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) {
      backslashes++
      continue
    }
    if (code === quote && isDoubled(text, index)) index++
    else if (code === quote && closes(backslashes, depth))
      return cut(text, start, index - backslashes)
    if (code === newline) return cut(text, start, index)
    backslashes = 0
  }
  return cut(text, start, limit)
}

const backslash = 92
const newline = 10

/** Fewer backslashes close an outer literal; in an unescaped one, an even number escapes itself. */
function closes(backslashes: number, depth: number): boolean {
  return backslashes <= depth || (depth === 0 && backslashes % 2 === 0)
}

/** `'it''s'` in YAML and SQL. */
function isDoubled(text: string, at: number): boolean {
  return text.startsWith("''", at) && doubled.test(text.slice(at - 1, at + 3))
}

const doubled = /^[\p{L}\d]''[\p{L}\d]/u

function blockAt(text: string, position: number): Literal | undefined {
  block.lastIndex = position
  const match = block.exec(text)
  const mark = match?.[1] ?? match?.[2] ?? match?.[3]
  if (mark === undefined) return undefined
  const start = block.lastIndex
  const length = text.slice(start, start + longestBlock).indexOf(closingOf(mark))
  return length < 0 ? undefined : cut(text, start, start + length)
}

const hereDocument =
  /<<[-~]?(["']?)([A-Z_]{2,12})\1\r?\n[ \t]{0,32}([^\n]{4,256})\r?\n[ \t]{0,32}\2(?!\w)/y

function hereDocumentAt(text: string, position: number): Literal | undefined {
  hereDocument.lastIndex = position
  const match = hereDocument.exec(text)
  const line = match?.[3]
  if (match === null || line === undefined) return undefined
  const start = position + match[0].indexOf(line)
  return cut(text, start, start + line.length)
}

const closingOf = (mark: string) =>
  mark.replace(/^q+/, '').replaceAll('[', ']').replace('(', ')').replace('{', '}')

/** `["abc", "def"]`: a value in pieces, which may be single characters. */
const array =
  /[[{]\s{0,32}(?:[bfru]?(["'])([^"'\\\n]{1,64})\1\s{0,4},?\s{0,64}){1,64}(?:0\s{0,4})?[\]}]/y

function arrayAt(text: string, position: number): Literal | undefined {
  array.lastIndex = position
  const found = array.exec(text)?.[0]
  if (found === undefined) return undefined
  const start = position + found.search(/["']/) + 1
  const end = position + Math.max(found.lastIndexOf('"'), found.lastIndexOf("'"))
  const items = found
    .slice(1, found.search(/[^"']*$/))
    .replace(/^\s*[bfru]?["']|["']\s*,?\s*$/g, '')
    .split(/["']\s*,\s*[bfru]?["']/)
  return { value: items.join(''), start, end, items }
}

function typographicAt(text: string, position: number): Literal | undefined {
  typographic.lastIndex = position
  if (!typographic.test(text)) return undefined
  const start = typographic.lastIndex
  const end = text.slice(start, start + 256).search(typographicEnd)
  return end < 0
    ? undefined
    : cut(text, start, start + text.slice(start, start + end).trimEnd().length)
}

function cut(text: string, start: number, end: number): Literal {
  const to = Math.max(start, end)
  return { value: text.slice(start, to), start, end: to }
}

/** Reads an unquoted value; its notation decides where it ends. */
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

/** Returns the part before the first separator: `a` of `a,b(c)`. */
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

/** Reads a YAML block scalar: the indented lines after `password: |`. */
const indicator = /(?:!!binary )?[|>][-+\d]{0,2}[ \t]{0,8}(\r?\n|\\n)[ \t]{1,64}(?=\S)/y
const longestScalar = 64 * 1024

export function blockScalarAt(source: Source, position: number): Literal | undefined {
  const { text } = source
  if (source.isRead(blockScalarAt, position)) return undefined
  const match = source.match(indicator, position)
  if (match === null) return undefined
  const lineBreak = match[1] ?? '\n'
  const start = indicator.lastIndex
  const indent = text.slice(text.lastIndexOf(lineBreak, start - 1) + lineBreak.length, start)
  const limit = Math.min(text.length, start + longestScalar)
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
