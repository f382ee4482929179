/** Decides by the text around a name whether a value is assigned to it, and in which notation. */
import type { Literal } from './literal.ts'
import type { Separator } from './separator.ts'
import type { WrittenName } from './written-name.ts'

/** Sorts out what the separators had to allow because other notations need it. */
export function isAssignment(
  text: string,
  written: WrittenName,
  separator: Separator,
  literal: Literal | undefined,
): boolean {
  if (separator.kind === 'gap') {
    if (separator.isClosed) return literal !== undefined && isQuotedName(text, written.start)
    if (isConstant(text, written.start)) return literal !== undefined
    return written.isOption || isAnnounced(written) || isVariable(text, written.start)
  }
  if (separator.kind === 'item') return written.isOption
  if (separator.kind === 'fallback') return written.secret?.isUpperCase === true
  if (separator.kind === 'list') {
    return separator.isClosed && isQuotedName(text, written.start)
  }
  if (separator.kind === 'element') {
    if (separator.isClosed) return isSettingTag(text, written.start)
    return /<(?:\w{1,20}:)?$/.test(text.slice(Math.max(0, written.start - 22), written.start))
  }
  return literal === undefined || !isClosingQuote(text, literal)
}

/** Whether a value may follow without any sign. */
function isAnnounced({ secret }: WrittenName): boolean {
  if (secret === undefined || secret.kind === 'authorization') return false
  return /^(?:certain|likely|chosen)$/.test(secret.strength)
}

/** `'password'`, `"db.password"`, `"Db:Password"` */
function isQuotedName(text: string, nameStart: number): boolean {
  return /["'`](?:[\w-]{1,32}[.:]){0,6}$/.test(text.slice(Math.max(0, nameStart - 80), nameStart))
}

/** `<property name="db.password">`, but not `<label for="password">`. */
const settingTag =
  /<(?:property|entry|setting|string|param|constant|item|prop|env)\s[^<>]{0,40}\b(?:name|key)=["'][\w.:-]{0,64}$/i

function isSettingTag(text: string, nameStart: number): boolean {
  return settingTag.test(text.slice(Math.max(0, nameStart - 120), nameStart))
}

const variableBefore =
  /(?:^|[\s"'])(?:(?:ENV|ARG|setenv|config set|configure set|env add)[ \t]{1,8}|(?:put|set|config|write|create)[ \t]{1,4}(?:--?\w+[ \t])?[\w-]{0,32}[/.][\w./:-]{0,48})$/
const constantBefore = /#[ \t]?define[ \t]{1,8}$/

/** `ENV DB_PASSWORD …` of a Dockerfile. */
export function isVariable(text: string, nameStart: number): boolean {
  return variableBefore.test(text.slice(Math.max(0, nameStart - 100), nameStart))
}

/** `#define WIFI_PASSWORD "…"` of C, where most constants are numbers. */
export function isConstant(text: string, nameStart: number): boolean {
  return constantBefore.test(text.slice(Math.max(0, nameStart - 24), nameStart))
}

/** In `prompt('Password: ', stream)` the quote after the colon closes an earlier literal. */
function isClosingQuote(text: string, literal: Literal): boolean {
  if (!/^\s?[,);{}\]+.%]/.test(literal.value)) return false
  const before = text.slice(Math.max(0, literal.start - 200), literal.start - 1)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.split(text[literal.start - 1] ?? '').length % 2 === 0
}
