/**
 * Values assigned to names of secrets, in any notation: `.env`, JSON, YAML, source code, headers,
 * query strings, options, argument lists, XML, name/value pairs, prose.
 */
import type { Source } from '../scan/source.ts'
import { bareValueAt, beforeSign, hasLineToItself, restOfLineAt } from '../values/bare-value.ts'
import { blockScalarAt } from '../values/block-scalar.ts'
import { type Literal, literalAt } from '../values/literal.ts'
import { type AssignmentForm, isSecretValue, judgedLength } from '../values/secret-assignment.ts'
import { lettersOf, providerNames, type SecretName, secretName } from '../values/secret-names.ts'
import { type WrittenName, wholeName } from '../values/written-name.ts'
import { findCredential, isCookieValue } from './authorization.ts'
import type { Rule, Span } from './rule.ts'

const quote = String.raw`(?:\\{0,8}["'\x60])?`
const words = [
  ...'pass pwd psk secret token key cred auth cookie sig salt mnemonic'.split(' '),
  'pw:',
  'pw=',
  'pw ',
]
/** A few words between name and verb: «the password for the staging database is». */
const detail = String.raw`(?: \(?(?:for|of|to|on|in|from|at|you|we|i|they|that|used?|by)\b(?: [\w'’.@/-]{1,24}){1,6}?\)?)?`
/** What may stand between name and value. All repetition is bounded, so the search stays linear. */
const separators = [
  // const password: string = '…'
  String.raw`(?<typed>[ \t]{0,16}:[ \t]{0,4}[A-Za-z&][\w.<>[\]|&? ]{0,40}?[ \t]{1,4}=(?=[ \t]{0,4}\\{0,8}["'\x60]))`,
  // password=…  "password": …  :password => …  AWS Secret Access Key [None]: …
  String.raw`(?<sign>(?: ?[[(][^\])\n]{0,24}[\])])?[ \t]{0,16}(?:=>|:=|\?=|={1,3}|!==?|:(?!:)|：|->|→|%3[Aa]|%3[Dd]))`,
  // <password>…</password>  <key>password</key><string>…
  String.raw`(?<element>>)|(?<plist><\/key>\s{0,64}<string>)`,
  // setPassword('…')
  String.raw`(?<call>\((?=\\{0,8}["'\x60]))`,
  // {"name": "DB_PASSWORD", "value": "…"}
  String.raw`(?<pair>\s{0,4}[,{]?\s{0,64}${quote}(?:[Vv]alue|content|default)${quote}[ \t]{0,4}[:=])`,
  // ["--password", "…"]  define('DB_PASSWORD', '…')
  String.raw`(?<list>[ \t]{0,4},\s{0,64}(?=\\{0,8}["'\x60]))`,
  // the password is …  the secret access key for prod is …
  String.raw`(?<verb>${detail}[ \t]{1,4}(?:is|was|are|will be|should be|must be|changed to|set to|reset to|ist|lautet|est|es|é|è)(?: now| set to| currently| still)?:?(?=[ \t])|${detail}[:=](?=[ \t])|[ \t]{1,4}to(?=[ \t]))`,
  // --password …  IDENTIFIED WITH PASSWORD '…'
  String.raw`(?<gap>(?=[ \t]{1,4}(?:\\{0,8}["']|[^\s=:-])))`,
]
const separator = new RegExp(String.raw`(?<closing>${quote}\]?)(?:${separators.join('|')})`, 'y')
const nameEnd = /[^\w-]/g
const longestName = 49

export const assignmentRule: Rule = {
  name: 'assignment',
  anchors: [...words, ...providerNames],
  ignoresCase: true,
  find(source, at) {
    if (source.isRead(assignmentRule, at)) return undefined
    const end = Math.min(source.next(nameEnd, at), at + longestName)
    source.markRead(assignmentRule, end)
    const written = wholeName(source.text, at, source.text.slice(at, end))
    const secret = isOdbcPassword(source, written) ? odbcPassword : secretName(written.name)
    if (secret === undefined) return undefined
    const groups = source.match(separator, end)?.groups
    if (groups === undefined || source.text.endsWith('redacted:', written.start)) return undefined
    return findSecret(source, secret, written, groups, separator.lastIndex)
  },
}

function findSecret(
  source: Source,
  secret: SecretName,
  written: WrittenName,
  groups: Groups,
  end: number,
): Span | undefined {
  const { text } = source
  const start = skipSpaces(source, end)
  const literal = literalAt(text, start)
  if (!isAssignment(text, written, groups, literal)) return undefined
  if (secret.kind === 'authorization' || secret.kind === 'cookie') {
    return findHeader(secret, text, literal ?? restOfLineAt(source, start))
  }
  if (literal !== undefined) {
    const isListed = groups.list !== undefined || groups.call !== undefined
    const form = isListed && !written.isOption ? 'list' : 'quoted'
    if (form === 'list' && secret.strength === 'possible') return undefined
    return isSecretValue(secret, literal.value, form) ? spanOf(secret, literal) : undefined
  }
  const block = groups.sign === undefined ? undefined : blockScalarAt(source, start)
  if (block !== undefined) {
    return isSecretValue(secret, block.value, 'quoted') ? spanOf(secret, block) : undefined
  }
  return findBare(source, secret, written, groups, start, start !== end)
}

function findBare(
  source: Source,
  secret: SecretName,
  written: WrittenName,
  groups: Groups,
  start: number,
  isSpaced: boolean,
): Span | undefined {
  const { text } = source
  const isLine =
    isSpaced && groups.sign !== undefined && hasLineToItself(text, written.start, start)
  const form = isLine ? 'line' : formOf(secret, written, groups, isSpaced)
  const bare = bareValueAt(source, start, form)
  // In JSON a bare value is a number; a marker in its place would leave the text unreadable.
  if (groups.closing !== '' && /^-?[\d.]+$/.test(bare.value)) return undefined
  if (groups.element !== undefined && !text.startsWith('</', bare.end)) return undefined
  // password1 !== password2
  if (isComparison(groups) && lettersOf(bare.value) === secret.letters) return undefined
  const isTight = form === 'tight' || (form === 'loose' && !isSpaced)
  const judged = isTight ? beforeSign(bare.value) : bare.value
  return isSecretValue(secret, judged, form) ? spanOf(secret, bare) : undefined
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
    const isNamed =
      /^p(?:w|ass(?:w(?:or)?d|wort|phrase|code)?)$|secret|token|(?:api|access|priv(?:ate)?).?key$/i
    return (written.isOption || isNamed.test(written.name)) && groups.closing === ''
  }
  if (groups.list !== undefined) {
    return groups.closing !== '' && /["'`]/.test(text[written.start - 1] ?? '')
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
  if (written.isOption) return 'option'
  if (groups.gap !== undefined) return 'announced'
  if (groups.element !== undefined || groups.plist !== undefined) return 'quoted'
  const isTight =
    (/^(?:=|\?=|%3[Dd])$/.test(groups.sign ?? '') && !isSpaced && groups.closing === '') ||
    groups.pair !== undefined
  if (isTight && secret.isUpperCase) return 'shell'
  return isTight ? 'tight' : 'loose'
}

/** `PWD` is the working folder in a shell and the password in a connection string. */
function isOdbcPassword(source: Source, { name, start }: WrittenName): boolean {
  return (
    name === 'PWD' && /[;"'][ \t]?$|uid=|user id=|driver=|server=/i.test(source.before(start, 120))
  )
}

const odbcPassword: SecretName = {
  kind: 'password',
  letters: 'pwd',
  strength: 'certain',
  isUpperCase: false,
}

function findHeader(secret: SecretName, text: string, found: Literal): Span | undefined {
  if (secret.kind !== 'cookie') return findCredential(text, found.start, found.end)
  return isCookieValue(found.value.slice(0, judgedLength)) ? spanOf(secret, found) : undefined
}

function spanOf(secret: SecretName, { start, end }: Literal): Span {
  return { start, end, kind: secret.kind }
}

const spaces = /[ \t]{0,16}/y

function skipSpaces(source: Source, position: number): number {
  source.match(spaces, position)
  return spaces.lastIndex
}
