/**
 * Redacts values assigned to names of secrets, in any notation: `.env`, JSON, YAML, source code,
 * headers, query strings, options, XML, name/value pairs, prose.
 */
import { isCookieValue, redactAuthorization } from './authorization.ts'
import { bareValueAt, beforeSign, hasLineToItself, restOfLineAt } from './bare-value.ts'
import { type Literal, literalAt } from './literal.ts'
import { redacted } from './marker.ts'
import { type AssignmentForm, isSecretValue } from './secret-assignment.ts'
import { lettersOf, type SecretName, secretName } from './secret-names.ts'
import { type WrittenName, wholeName } from './written-name.ts'

const quote = String.raw`(?:\\{0,8}["'\x60])?`
const name = String.raw`(?<name>(?:pass(?:w(?:or)?d|wort|phrase|code)?|pwd|secret|token|key|cred(?:ential)?s?|auth(?:orization)?|cookie|sig(?:nature)?)[\w-]{0,40})(?<closing>${quote}\]?)`
/** What may stand between name and value. All repetition is bounded, so the search stays linear. */
const separators = [
  // const password: string = '…'
  String.raw`(?<typed>[ \t]{0,16}:[ \t]{0,4}[A-Za-z&][\w.<>[\]|&? ]{0,40}?[ \t]{1,4}=(?=[ \t]{0,4}\\{0,8}["'\x60]))`,
  // password=…  "password": …  :password => …  AWS Secret Access Key [None]: …
  String.raw`(?<sign>(?: ?\[[^\]\n]{0,24}\])?[ \t]{0,16}(?:=>|:=|={1,3}|!==?|:(?!:)))`,
  // <password>…</password>
  '(?<element>>)',
  // {"name": "DB_PASSWORD", "value": "…"}
  String.raw`(?<pair>\s{0,4},?\s{0,64}${quote}value${quote}[ \t]{0,4}[:=])`,
  // the password is …
  String.raw`(?<verb>[ \t]{1,4}(?:is|was)(?: now| set to)?:?(?=[ \t]))`,
  // --password …  IDENTIFIED WITH PASSWORD '…'
  String.raw`(?<gap>(?=[ \t]{1,4}(?:\\{0,8}["']|[^\s=:-](?<=--[\w-]{1,64}[ \t]{1,4}.))))`,
]
const assignment = new RegExp(`${name}(?:${separators.join('|')})`, 'gi')

export function redactAssignments(text: string): string {
  const kept: string[] = []
  let keptUpTo = 0
  assignment.lastIndex = 0
  for (let match = assignment.exec(text); match !== null; match = assignment.exec(text)) {
    const found = findSecret(text, match, assignment.lastIndex)
    if (found === undefined) continue
    kept.push(text.slice(keptUpTo, found.start), found.replacement)
    keptUpTo = found.end
    assignment.lastIndex = found.end
  }
  if (kept.length === 0) return text
  return kept.join('') + text.slice(keptUpTo)
}

interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

function findSecret(text: string, match: RegExpExecArray, end: number): FoundSecret | undefined {
  const groups = match.groups ?? {}
  const written = wholeName(text, match.index, groups.name ?? '')
  const secret = secretName(written.name)
  if (secret === undefined || text.endsWith('redacted:', written.start)) return undefined
  const start = skipSpaces(text, end)
  const literal = literalAt(text, start)
  if (!isAssignment(text, written, groups, literal)) return undefined
  if (secret.kind === 'authorization' || secret.kind === 'cookie') {
    return redactHeader(secret, literal ?? restOfLineAt(text, start))
  }
  if (literal !== undefined) {
    return isSecretValue(secret, literal.value, 'quoted') ? replace(secret, literal) : undefined
  }
  const isLine = start !== end && hasLineToItself(text, written.start, start)
  const form = isLine ? 'line' : formOf(secret, written, groups, start !== end)
  const bare = bareValueAt(text, start, form)
  // In JSON a bare value is a number; a marker in its place would leave the text unreadable.
  if (groups.closing !== '' && /^-?[\d.]+$/.test(bare.value)) return undefined
  if (groups.element !== undefined && !text.startsWith('</', bare.end)) return undefined
  // password1 !== password2
  if (isComparison(groups) && lettersOf(bare.value) === secret.letters) return undefined
  const isTight = form === 'tight' || (form === 'loose' && start === end)
  const judged = isTight ? beforeSign(bare.value) : bare.value
  return isSecretValue(secret, judged, form) ? replace(secret, bare) : undefined
}

type Groups = Readonly<Record<string, string | undefined>>

/** Sorts out what the pattern had to allow because other notations need it. */
function isAssignment(
  text: string,
  written: WrittenName,
  groups: Groups,
  literal: Literal | undefined,
): boolean {
  if (groups.gap !== undefined) {
    const isNamed = written.isOption || (literal !== undefined && /^pass/i.test(written.name))
    return isNamed && groups.closing === ''
  }
  if (groups.element !== undefined) {
    return text[written.start - 1] === '<' && text[written.start - 2] !== '?'
  }
  return literal === undefined || !isClosingQuote(text, literal)
}

/** In `prompt('Password: ', stream)` the quote after the colon closes an earlier literal. */
function isClosingQuote(text: string, literal: Literal): boolean {
  if (!/^\s?[,);}\]+.%]/.test(literal.value)) return false
  const before = text.slice(Math.max(0, literal.start - 200), literal.start - 1)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.split(text[literal.start - 1] ?? '').length % 2 === 0
}

function isComparison({ sign }: Groups): boolean {
  return sign !== undefined && /[=!]=$/.test(sign)
}

function formOf(
  secret: SecretName,
  written: WrittenName,
  groups: Groups,
  isSpaced: boolean,
): AssignmentForm {
  if (groups.verb !== undefined) return 'sentence'
  if (groups.gap !== undefined || written.isOption) return 'option'
  if (groups.element !== undefined) return 'quoted'
  const isTight =
    (groups.sign === '=' && !isSpaced && groups.closing === '') || groups.pair !== undefined
  if (isTight && secret.isUpperCase) return 'shell'
  return isTight ? 'tight' : 'loose'
}

function redactHeader(secret: SecretName, found: Literal): FoundSecret | undefined {
  if (secret.kind === 'cookie')
    return isCookieValue(found.value) ? replace(secret, found) : undefined
  const replacement = redactAuthorization(found.value)
  return replacement === undefined ? undefined : { ...found, replacement }
}

function replace(secret: SecretName, { start, end }: Literal): FoundSecret {
  return { start, end, replacement: redacted(secret.kind) }
}

const spaces = /[ \t]{0,16}/y

function skipSpaces(text: string, position: number): number {
  spaces.lastIndex = position
  spaces.test(text)
  return spaces.lastIndex
}
