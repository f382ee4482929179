/**
 * Reads what is between a secret's name and its value (`=`, `": "`, ` is `, `', '`), and decides
 * whether it assigns the value.
 */
import { alphanumeric, isIn, runEnd, tableOf } from '../scan/literal-scanner.ts'
import type { Literal } from './literal.ts'
import type { WrittenName } from './written-name.ts'

export interface Separator {
  readonly kind: SeparatorKind
  /** Whether the separator starts by closing the name's quote or bracket: `"password": …`. */
  readonly isClosed: boolean
  readonly start: number
  readonly end: number
}

const quote = String.raw`(?:\\{0,8}["'\x60])?`
/** A few words between name and verb: "the password for the staging database is". */
const preposition = String.raw`(?:\p{L}{1,4}|della|used|[iI])`
const detail = String.raw`(?: \(?${preposition}(?=[ '’])(?:[ '’][\p{L}\w.@/~-]{1,24}| ["'][^"'\n]{1,48}["']){1,6}?\)?)?`

/** All repetition is bounded, so the search stays linear. */
const patterns = {
  /** const password: string = '…' */
  typed: sticky(
    String.raw`[ \t]{0,16}:[ \t]{0,4}[A-Za-z&][\w.<>[\]|&?' ]{0,40}?[ \t]{1,4}=(?=[ \t]{0,4}\\{0,8}b?["'\x60])|(?:\$|[ \t]{1,4}(?:[Aa]s[ \t]{1,2})?[A-Za-z]\w{1,16}(?:\(\w{1,8}\))?)[ \t]{1,4}:?=(?=[ \t]{0,4}["'])`,
  ),
  /** password=…  "password": …  :password => …  AWS Secret Access Key [None]: … */
  sign: sticky(
    String.raw`(?: ?[[(][^\])\n]{0,24}[\])])?[ \t]{0,16}(?:=>|:=|\?=|={1,3}|!==?|<{1,2}-|:(?!:)|::(?= [A-Za-z\d+/]{8,256}={0,2}\s*$)|：|->|→|%3[Aa]|%3[Dd])`,
  ),
  /** <password>…</password>  <Password><Value>…  <x:Password Type="text">…  <a name="Password" b="c"><value>… */
  element: sticky(
    String.raw`(?<=["'])(?: \w{1,20}=["'][^"'<>\n]{0,64}["']){1,4} ?>\s{0,64}<(?:[Vv]alue|[Ss]tring)>|>(?:\s{0,16}<(?:[Vv]alue|[Ss]tring|[Pp]lain[Tt]ext)>)?|(?<=<(?:\w{1,20}:)?[\w-]{1,64})[ \t][^<>\n]{1,120}>`,
  ),
  /** <key>password</key><string>… */
  plist: sticky(String.raw`<\/[Kk]ey>\s{0,64}<(?:[Ss]tring|[Vv]alue)(?: [^<>\n]{0,60})?>`),
  /** setPassword('…') */
  call: sticky(String.raw`\((?=\\{0,8}["'\x60])`),
  /** {"name": "DB_PASSWORD", "value": "…"}  variable "token" { type = string, default = "…" } */
  pair: sticky(
    String.raw`(?: \w{1,16}=["'][^"'<>\n]{0,48}["']){0,4}\s{0,4}[,{]?\s{0,64}(?:(?:[Tt]ype|[Dd]escription|sensitive|nullable|NoEcho)[ \t]{0,16}[=:][^\n]{0,80}\n\s{0,16}){0,3}${quote}(?:[Vv]alue|content|[Dd]efault)${quote}[ \t]{0,4}[:=]`,
  ),
  /** ["--password", "…"]  define('DB_PASSWORD', '…') */
  list: sticky(String.raw`[ \t]{0,4},\s{0,64}(?=\\{0,8}["'\x60])`),
  /** The next item of a YAML list: - --password\n- … */
  item: sticky(String.raw`[ \t]{0,4}(?:\r?\n|\\n)[ \t]{0,32}- (?=\\{0,8}["']?[^\s"'-])`),
  /** process.env.DB_PASSWORD || '…'  os.getenv('DB_PASSWORD') or '…' */
  fallback: sticky(
    String.raw`\)?[ \t]{0,4}(?:\|\||\?\?|\bor\b|\?:|(?<=\) ?)\{)[ \t]{0,4}(?=\\{0,8}["'\x60])`,
  ),
  /** ${DB_PASSWORD:-…} */
  expansion: sticky(String.raw`(?<=\$\{[\w.]{1,64}):?[-=:](?=[^\s}$"'])`),
  /** password – …  Password ........ … */
  dash: sticky(String.raw`[ \t]{1,4}[-–—][ \t]{1,4}|[ \t]?\.{3,40}[ \t]{1,4}`),
  /** the password is …  the secret access key for prod is … */
  verb: sticky(
    String.raw`(?:(?<=')|['’])s(?=[ \t])|${detail},?[ \t]{1,4}(?:is|was|are|will be|should be|must be|(?:wurde |(?:has been |was |is )?(?:now )?(?:changed|set|reset|updated|rotated) )?(?:to(?! (?:unlock|open|use|log|access|get|the)\b)|auf)|equals|ist|lautet(?: ab \w{4,6})?|est|es|é|è|jest|yra|ir(?=[ \t]\S{0,40}\d)|to|is|är|er|je|là|este|adalah|hei(?:ß|ss)t|heter|hedder|luidt|είναι|это|c['’]est)(?: now| set to| currently| still| jetzt| derzeit| ahora| agora| tegenwoordig| actuellement)?:?(?=[ \t])|${detail}[ \t]{0,2}(?:[:=–—]|->|→)(?=[ \t])|[ \t]{1,4}to(?=[ \t])`,
  ),
  /** --password …  IDENTIFIED WITH PASSWORD '…' */
  gap: sticky(String.raw`(?=[ \t]{1,16}(?:\\{0,8}["']|[^\s=:-]))`),
} as const

type SeparatorKind = keyof typeof patterns

function sticky(source: string): RegExp {
  return new RegExp(source, 'yu')
}

/** The separators that can start with a given non-blank character, the most specific first. */
const kindsByCharacter = new Map<string, readonly SeparatorKind[]>([
  ...entries(':', ['expansion', 'typed', 'sign']),
  ...entries('=', ['sign']),
  ...entries('?', ['fallback', 'sign', 'gap']),
  ...entries('-', ['expansion', 'sign', 'dash', 'gap']),
  ...entries('.–—', ['dash', 'gap']),
  ...entries('!→%：', ['sign', 'gap']),
  ...entries('|)', ['fallback', 'gap']),
  ...entries('[(', ['sign', 'call', 'verb', 'gap']),
  ...entries('>', ['element', 'gap']),
  ...entries('<', ['plist', 'sign', 'gap']),
  ...entries(',', ['pair', 'list', 'verb', 'gap']),
  ...entries('{"\'`', ['pair', 'gap']),
  ...entries('\\', ['item', 'pair', 'gap']),
  ...entries('\r\n', ['item', 'pair']),
  ...entries('vVcdinpr', ['pair', 'verb', 'gap']),
])
const kindsByCode: readonly (readonly SeparatorKind[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => kindsByCharacter.get(String.fromCharCode(code)),
)
const kindsOfOthers: readonly SeparatorKind[] = ['element', 'typed', 'verb', 'gap']

function entries(characters: string, kinds: readonly SeparatorKind[]) {
  return [...characters].map((character) => [character, kinds] as const)
}

export function separatorAt(text: string, nameEnd: number): Separator | undefined {
  const start = closingEnd(text, nameEnd)
  const isClosed = start > nameEnd
  const at = blanksEnd(text, start)
  const code = text.charCodeAt(at)
  // Nearly all separators are a plain `:` or `=`, and comparing characters beats any pattern.
  if (isPlainSign(text, at, code)) return { kind: 'sign', isClosed, start, end: at + 1 }
  const kinds = code < 128 ? kindsByCode[code] : kindsByCharacter.get(String.fromCharCode(code))
  for (const kind of kinds ?? kindsOfOthers) {
    const pattern = patterns[kind]
    pattern.lastIndex = start
    if (pattern.test(text)) return { kind, isClosed, start, end: pattern.lastIndex }
  }
  return undefined
}

/** A `:` or `=` that is not part of a longer sign and does not start a type. */
function isPlainSign(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1)
  if (code === equalsSign) return next !== equalsSign && next !== greaterThan
  if (code !== colon || next === colon || next === equalsSign || next === dash) return false
  const end = runEnd(text, at + 1, typeCharacters, longestType)
  return text.charCodeAt(end) !== equalsSign || !isIn(blanks, text.charCodeAt(end - 1))
}

const [dash, colon, equalsSign, greaterThan] = [45, 58, 61, 62]
const longestType = 48
const typeCharacters = tableOf(`${alphanumeric} \t.<>[]|&?_'`)

const mostBackslashes = 8

/** After `"`, `\"`, `']`, `]` or `**`. */
function closingEnd(text: string, from: number): number {
  let at = from
  while (at - from < mostBackslashes && text.charCodeAt(at) === 92) at++
  const code = text.charCodeAt(at)
  if (text.startsWith('**', from)) return from + 2
  const end = code === 34 || code === 39 || code === 96 ? at + 1 : from
  return text.charCodeAt(end) === 93 ? end + 1 : end
}

const mostBlanks = 16

/** Skips a bounded number of spaces and tabs. */
export function blanksEnd(text: string, from: number): number {
  return runEnd(text, from, blanks, mostBlanks)
}

const blanks = tableOf(' \t')

/** Rejects what the patterns had to allow for the sake of other notations. */
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

/** Whether a value may follow without a sign. */
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

/** `ENV DB_PASSWORD …` in a Dockerfile. */
export function isVariable(text: string, nameStart: number): boolean {
  return variableBefore.test(text.slice(Math.max(0, nameStart - 100), nameStart))
}

/** `#define WIFI_PASSWORD "…"` in C, where most constants are numbers. */
export function isConstant(text: string, nameStart: number): boolean {
  return constantBefore.test(text.slice(Math.max(0, nameStart - 24), nameStart))
}

/** In `read -p 'Password: ' PASS`, the quote after the colon closes an earlier literal. */
function isClosingQuote(text: string, literal: Literal): boolean {
  if (!/^[\s,);{}\]+.%]/.test(literal.value)) return false
  const from = Math.max(0, literal.start - 200)
  const quote = /\\*.$/.exec(text.slice(from, literal.start))?.[0] ?? '\n'
  const before = text.slice(from, literal.start - quote.length)
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2))
  return line.split(quote).length % 2 === 0
}
