/**
 * Values assigned to a secret's name, in any notation: `.env`, JSON, YAML, source code, headers,
 * query strings, options, argument lists, XML, name/value pairs, prose.
 */
import { colourPattern, type Rule, type Source, type Span } from '../scan/source.ts'
import {
  bareValueAt,
  beforeSign,
  blockScalarAt,
  hasLineToItself,
  type Literal,
  literalAt,
  restOfLineAt,
} from '../values/literal.ts'
import {
  type AssignmentForm,
  isSecretValue,
  judgedLength,
  leastStrange,
} from '../values/secret-assignment.ts'
import { lettersOf, type SecretName, secretName, secretStems } from '../values/secret-names.ts'
import { isProse } from '../values/secret-values.ts'
import {
  blanksEnd,
  isAssignment,
  isConstant,
  isVariable,
  type Separator,
  separatorAt,
} from '../values/separator.ts'
import { isGivenWord, isStatement } from '../values/shape.ts'
import { strangeness } from '../values/symbols.ts'
import { type WrittenName, wholeName } from '../values/written-name.ts'
import { findCredential, isCookieValue, isHarmlessHeader } from './authorization.ts'
import { findBelow, findPrinted } from './below.ts'
import { endOfNamed } from './clauses.ts'
import { bytesAt, findBytesBelow } from './key-bytes.ts'
import { findNamedWord } from './named-words.ts'
import { findNearby } from './nearby.ts'
import { findAsked, isArgument } from './prompts.ts'
import { findInTable } from './tables.ts'

export const assignmentRule: Rule = {
  name: 'assignment',
  anchors: secretStems,
  ignoresCase: true,
  find(source, at, stem) {
    if (source.isRead(assignmentRule, at)) return undefined
    const { text } = source
    const written = wholeName(source, at, stem)
    source.markRead(assignmentRule, written.end)
    const secret = besideUser(source, written)
    if (secret === undefined) return undefined
    if (isHeader(secret) && isHarmlessHeader(source, secret.kind, written.end)) return undefined
    if (isMarker(text, written.start) || isOnlyNamed(source, written)) return undefined
    const separator =
      secret.strength === 'access'
        ? undefined
        : (expansionAt(text, written) ?? separatorAt(text, written.end))
    const assigned =
      findAsked(source, secret, written) ??
      (separator && findSecret(source, secret, written, separator))
    if (assigned !== undefined || isHeader(secret)) return assigned
    const cells = findInTable(source, written.start)
    if (cells.length > 0) return cells
    const nearby = findNearby(source, secret, written)
    if (nearby.length > 0) return nearby
    const below = findBelow(source, secret, written)
    if (below.length > 0) return below
    const bytes = findBytesBelow(source, secret, written)
    if (bytes !== undefined) return bytes
    return findNamedWord(source, secret, written) ?? findPrinted(source, written)
  },
}

function isHeader({ kind }: SecretName): boolean {
  return kind === 'authorization' || kind === 'cookie'
}

/** Spring's `${DB_PASSWORD:x}`, where a colon alone marks the default. */
function expansionAt(text: string, { start, end }: WrittenName): Separator | undefined {
  if (text.charCodeAt(end) !== colon || !/[{.]/.test(text.charAt(start - 1))) return undefined
  if (!/\$\{[\w.]{0,40}$/.test(text.slice(Math.max(0, start - 42), start))) return undefined
  const hasDash = /[-=]/.test(text.charAt(end + 1))
  return { kind: 'expansion', isClosed: false, start: end, end: end + (hasDash ? 2 : 1) }
}

/** `${DB_PASS:?must be set}` has an error message, `arn:aws:…:secret:db` a location. */
function isOnlyNamed(source: Source, { start, end }: WrittenName): boolean {
  const next = source.text.slice(end, end + 2)
  if (/^(?:[?+]|:[?+])/.test(next) && /\$\{[\w.]{0,40}$/.test(source.before(start, 42))) return true
  return next.startsWith(':') && /\barn:[\w:/-]{0,80}$/.test(source.before(start, 90))
}

/** `[redacted:password]` */
function isMarker(text: string, nameStart: number): boolean {
  return text.charCodeAt(nameStart - 1) === colon && text.endsWith('redacted:', nameStart)
}

const colon = 58

function findSecret(
  source: Source,
  secret: SecretName,
  written: WrittenName,
  separator: Separator,
): Span | undefined {
  const { text } = source
  const afterSign = blanksEnd(text, separator.end)
  const start = source.match(beforeValue, afterSign) === null ? afterSign : beforeValue.lastIndex
  const literal = literalAt(text, start)
  if (!isAssignment(text, written, separator, literal)) return undefined
  if (isHeader(secret)) {
    return findHeader(source, secret, literal ?? restOfLineAt(source, start))
  }
  if (literal !== undefined) {
    if (hasColour(literal.value)) return undefined
    if (isGivenOption(secret, written, separator) && isArgument(literal.value))
      return spanOf(secret, literal)
    const isListed =
      separator.kind === 'list' ||
      separator.kind === 'call' ||
      (separator.kind === 'verb' && secret.strength === 'chosen') ||
      (separator.kind === 'gap' &&
        (separator.isClosed ||
          secret.strength === 'chosen' ||
          (isConstant(text, written.start) && !secret.isUpperCase)))
    const form =
      isListed && !written.isOption && !isDefault(text, written, literal) ? 'list' : 'quoted'
    if (form === 'list' && secret.strength === 'possible') return undefined
    // signInWithPassword("bob@x.io", …): the first argument is the user.
    if (separator.kind === 'call' && /^[\w.+-]{1,64}@[\w.-]{3,64}$/.test(literal.value))
      return undefined
    if (separator.kind === 'call' && secret.strength === 'certain' && isGivenWord(literal.value))
      return spanOf(secret, literal)
    const judged =
      secret.strength === 'code' ? (literal.items?.[0] ?? literal.value) : literal.value
    return isSecretValue(secret, judged, form) ? spanOf(secret, literal) : undefined
  }
  const bytes = bytesAt(source, secret, start)
  if (bytes !== undefined) return bytes
  const phrase = phraseAt(source, secret, separator, start)
  if (phrase !== undefined) return spanOf(secret, phrase)
  const block = separator.kind !== 'sign' ? undefined : blockScalarAt(source, start)
  if (block !== undefined) {
    return isSecretValue(secret, block.value, 'quoted') ? spanOf(secret, block) : undefined
  }
  return findBare(source, secret, written, separator, start)
}

/** Markdown's `** `, the type in a PHP dump, or a template that opens around a literal. */
const beforeValue = /\*\* |\s{0,32}string\(\d{1,4}\) (?=")|\{\{ ?(?=["'])/y

/** `--passphrase "…"`: everything in the quotes is the passphrase. */
function isGivenOption(
  secret: SecretName,
  { isOption }: WrittenName,
  { kind, isClosed }: Separator,
) {
  return (
    isOption && !isClosed && (kind === 'gap' || kind === 'sign') && secret.strength === 'certain'
  )
}

const settingCall =
  /(?:get|set|env|define|default|property|prop|config|conf|option|append|field|param|put|store|write)\w{0,24}\(\s{0,16}["'`][\w.:/-]{0,64}$/i

/** `getenv('DB_PASSWORD', 'x')`, `config.set('password', 'x')`, `setPassword('x')` */
function isDefault(text: string, { start }: WrittenName, { end }: Literal): boolean {
  if (!/^["'`]\s{0,16}[,)]/.test(text.slice(end, end + 18))) return false
  const before = text.slice(Math.max(0, start - 100), start)
  return (
    settingCall.test(before) ||
    /^(?:set|with|hash|change|update|reset)_?[A-Z]?/.test(text.slice(start, start + 8))
  )
}

/** A passphrase may have several words, and so may a password that contains a number. */
function phraseAt(
  source: Source,
  { kind: ofName, letters, isUpperCase }: SecretName,
  { kind }: Separator,
  start: number,
): Literal | undefined {
  const isPhrase = letters.endsWith('phrase') && (kind === 'sign' || kind === 'verb')
  if (!isPhrase && (!/^(?:sign|verb)$/.test(kind) || ofName !== 'password')) return undefined
  const { value, end } = restOfLineAt(source, start)
  const words = value.length > judgedLength ? '' : value.trim()
  if (!/^[\p{L}\d_-]+(?: [\p{L}\d_-]+){1,8}$/u.test(words) || isProse(words)) return undefined
  const isLong = /(?: \S+){2}/.test(words)
  const isChosen = numbered.test(words) || (isLong && !words.split(' ').some(isStatement))
  if (isPhrase ? !isLong : !isChosen || strangeness(words) < leastStrange) return undefined
  // A shell would run the second word, but a settings file goes on with such lines.
  if (!isPhrase && isUpperCase && !/^\r?\n[A-Z]\w{1,64}=/.test(source.text.slice(end, end + 80)))
    return undefined
  return { value: words, start, end: start + words.length }
}

const numbered = /^(?:\p{L}{3,} ){1,3}\d{1,6}(?: \p{L}{3,})?$/u
function findBare(
  source: Source,
  secret: SecretName,
  written: WrittenName,
  separator: Separator,
  start: number,
): Span | undefined {
  const { text } = source
  const isSpaced = start !== separator.end
  const isLine =
    isSpaced && separator.kind === 'sign' && hasLineToItself(text, written.start, start)
  const form = isLine ? 'line' : formOf(text, secret, written, separator, isSpaced)
  const bare = bareValueAt(source, start, form)
  // A bare JSON value is a number; replacing it would leave the text unreadable.
  if (separator.isClosed && /^-?[\d.]+$/.test(bare.value)) return undefined
  if (separator.kind === 'element' && !text.startsWith('</', bare.end)) return undefined
  // password1 !== password2
  if (
    isComparison(text, separator) &&
    lettersOf(bare.value.slice(0, judgedLength)) === secret.letters
  ) {
    return undefined
  }
  if (hasColour(bare.value) || isNextName(bare.value)) return undefined
  const isTight = form === 'tight' || (form === 'loose' && !isSpaced)
  const judged = isTight ? beforeSign(bare.value) : bare.value
  if (isSecretValue(secret, judged, form)) return spanOf(secret, bare)
  if (secret.strength === 'certain' && isBesideUser(source, written) && isGivenWord(judged))
    return spanOf(secret, bare)
  const end = endOfNamed(text, secret, written, separator, bare)
  return end === undefined ? undefined : { start, end, kind: secret.kind }
}

const colour = new RegExp(colourPattern)

/** The view without colour codes judges such a value. */
function hasColour(value: string): boolean {
  return colour.test(value.slice(0, judgedLength))
}

/** `auth=wpa2-psk psk="…"` */
const isNextName = (value: string) =>
  /^[\w.-]{2,64}=$/.test(value) && secretName(value.slice(0, -1)) !== undefined

function isComparison(text: string, { kind, end }: Separator): boolean {
  return kind === 'sign' && text[end - 1] === '=' && /[=!]/.test(text[end - 2] ?? '')
}

function formOf(
  text: string,
  secret: SecretName,
  written: WrittenName,
  separator: Separator,
  isSpaced: boolean,
): AssignmentForm {
  const { kind } = separator
  if (kind === 'verb' || kind === 'dash') return 'sentence'
  if (written.isOption || (kind !== 'gap' && isAmongPairs(text, written.start))) return 'option'
  if (kind === 'expansion') return 'shell'
  if (kind === 'gap') return isVariable(text, written.start) ? 'shell' : 'announced'
  if (kind === 'element' || kind === 'plist') return 'quoted'
  const isTight =
    kind === 'pair' ||
    (kind === 'sign' &&
      !isSpaced &&
      !separator.isClosed &&
      /^(?:=|\?=|%3[Dd])$/.test(text.slice(separator.start, separator.end)))
  if (isTight && secret.isUpperCase) return 'shell'
  return isTight ? 'tight' : 'loose'
}

/**
 * `;Password=x`, `&password=x`, `user=bob password=x`, `spring.datasource.password=x`: in
 * connection strings, queries, logs and properties, values are never expressions.
 */
function isAmongPairs(text: string, nameStart: number): boolean {
  const before = text.slice(Math.max(0, nameStart - 80), nameStart)
  return /[;?&]$|(?:^|[\s"'])[\w.-]{1,32}=[^\s=,(){}]{1,64} $|[{ ][A-Z]\w{0,31}:[^\s:{}]{1,64} $|(?:^|\n)(?!this|self)(?:[a-z][\w-]{1,31}\.){2,6}$/.test(
    before,
  )
}

const isBesideUser = (source: Source, { start }: WrittenName) =>
  /\b(?:user(?:name)?|login|name)["']?\s{0,2}[:=]/i.test(source.before(start, 64))

/** `pass` may be a passed test; next to a user it is a password. */
function besideUser(source: Source, { secret, start, end, isOption }: WrittenName) {
  if (secret?.strength !== 'chosen' || !secret.letters.endsWith('pass')) return secret
  if (secret.isUpperCase && source.text.charCodeAt(end) === colon) return secret
  const isPassword =
    isOption ||
    /(?:<|(?:wi-?fi|wlan|db|root|admin|keystore|server|vpn|zip|ssh|vault)[ ._])$/i.test(
      source.before(start, 10),
    ) ||
    (/^["'\]]?[ \t]?[:=]/.test(source.text.slice(end, end + 3)) &&
      /user|login|e?mail|account|admin\.$|smtp|auth/i.test(source.before(start, 64))) ||
    (/^[ :=]{1,2}["'“]/.test(source.text.slice(end, end + 3)) &&
      /wi-?fi|wlan|ssid|network|netzwerk|hotspot/i.test(source.before(start, 80)))
  return isPassword ? { ...secret, strength: 'certain' as const } : secret
}

function findHeader(source: Source, secret: SecretName, found: Literal): Span | undefined {
  if (secret.kind !== 'cookie') return findCredential(source.text, found.start, found.end)
  return isCookieValue(found.value) ? spanOf(secret, found) : undefined
}

function spanOf(secret: SecretName, { start, end }: Literal): Span {
  return { start, end, kind: secret.kind }
}
