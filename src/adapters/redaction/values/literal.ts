/** Reads a quoted literal at any depth of escaping: `"x"`, `\"x\"`, `\\\"x\\\"`. */

export interface Literal {
  readonly value: string
  readonly start: number
  readonly end: number
  /** The elements, if it is an array. */
  readonly items?: readonly string[]
}

/** `[]byte("x")`, `Buffer.from("x")`, `new SecretStr("x")`: a literal in another type. */
const conversion = String.raw`(?:new )?(?:\[\]byte|bytes(?:\.fromhex)?|bytearray|Buffer\.from|String(?:::from|\.valueOf)?|str|Secret\w{0,12}(?:\.\w{1,16})?|Some|base64\.b64decode|atob)\(`
const opening = new RegExp(
  String.raw`(?:${conversion}|[bfruB@$]{1,2}(?=["']))?(\\{0,8})(["'\x60])`,
  'y',
)
/** `"""x"""` of Python and TOML, `[[x]]` and `[=[x]=]` of Lua, `q(x)` of Perl; not an array in an array. */
const block = /("{3}|'{3}|\[={0,4}\[|qq?[({[|])(?=[^\s"'[\]{},])/y
const longestBlock = 4_096
/** Fancy quotes, as chat programs and other languages write them. */
const typographic = /[“”„«「『]\s?(?=\S)/y
const typographicEnd = /[”“»」』"\n]/g
/** The first characters of both, because most values are not quoted. */
const openers = new Set([...'abfnqrsuBS@$[{\\"\'`“”„«「『'].map((sign) => sign.charCodeAt(0)))
const longestValue = 16 * 1024

/** The literal that opens at `position`. An unclosed one ends with its line. */
export function literalAt(text: string, position: number): Literal | undefined {
  if (!openers.has(text.charCodeAt(position))) return undefined
  const inBlock = blockAt(text, position) ?? arrayAt(text, position)
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

/** Fewer backslashes close an outer literal; in a plain one an even count escapes itself. */
function closes(backslashes: number, depth: number): boolean {
  return backslashes <= depth || (depth === 0 && backslashes % 2 === 0)
}

/** `'it''s'` of YAML and SQL. */
function isDoubled(text: string, at: number): boolean {
  return text.startsWith("''", at) && doubled.test(text.slice(at - 1, at + 3))
}

const doubled = /^[\p{L}\d]''[\p{L}\d]/u

function blockAt(text: string, position: number): Literal | undefined {
  block.lastIndex = position
  const mark = block.exec(text)?.[1]
  if (mark === undefined) return undefined
  const start = block.lastIndex
  const length = text.slice(start, start + longestBlock).indexOf(closingOf(mark))
  return length < 0 ? undefined : cut(text, start, start + length)
}

const closingOf = (mark: string) =>
  mark.replace(/^q+/, '').replaceAll('[', ']').replace('(', ')').replace('{', '}')

/** `["abc", "def"]`: a value in pieces, down to single characters. */
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
