/**
 * Passwords and tokens near a word that announces one, in any order and language: "hunter2x is the
 * password", `fill('#password', 'hunter2x')`, a table cell or the next line. Nothing links them to
 * the word, so only their shape decides.
 */
import type { Source, Span } from '../scan/source.ts'
import { isAccessCode } from '../values/secret-assignment.ts'
import type { SecretName } from '../values/secret-names.ts'
import { isPlaceholder, isReference } from '../values/secret-values.ts'
import { isChosenPassword, isRandom, isStrangePhrase } from '../values/shape.ts'
import { strangeness } from '../values/symbols.ts'
import type { WrittenName } from '../values/written-name.ts'

const farthestAfter = 100
const farthestBefore = 64
const anyMark = /[\d!#$%^*?~&+]|[A-Za-z][-_.][A-Za-z]/g
/** Most contain a digit; a sign is enough only in quotes. */
const candidate =
  /[^\s\\"'`,;|<>(){}[\]“”„«»「」『』（）：。、，\u3040-\u9fff\uac00-\ud7af]{6,128}/g
/** A line after the word or, after a blank line, after its sentence: `Password:`, then the value. */
const nextLine =
  /(?:[ \t*_:=>|"'`)\]-]{0,8}(?:<\/?\w{1,10}>){0,3}|[^\n]{0,60}(?=\n\s{0,8}\n {2,8}\S))(?:\r?\n|\\r\\n|\\n)\s{0,40}(?:[-*•] )?(?=\S{6,64}[ \t]{0,8}(?:\r?$|[\r\n\\<]))/my
/** `DbPassword:`, then `Type: String` and `Default: …` below it. */
const declaredDefault =
  /["']?:[ \t]{0,4}\r?\n(?:[ \t]{1,40}[\w-]{1,24}: [^\n]{0,80}\n){0,4}[ \t]{1,40}(?:[Dd]efault|[Vv]alue):[ \t]{1,4}["']?/y
const lineBreak = /\r?\n|\\n/

export function findNearby(source: Source, secret: SecretName, written: WrittenName): Span[] {
  const { text } = source
  if (!isWord(text, written)) return []
  if (secret.kind === 'code') return findCodes(source, secret, written)
  const groups = findGroups(source, written.end)
  if (groups.length > 0) return groups
  if (secret.kind === 'seed-phrase') {
    const words = findWords(source, written.end)
    if (words.length > 0 || !secret.letters.endsWith('phrase')) return words
  }
  const spans: Span[] = []
  const limit = written.end + farthestAfter
  if (source.next(anyMark, written.end) < limit) {
    const isBroken = source.match(nextLine, written.end) !== null
    const isDeclared = !isBroken && source.match(declaredDefault, written.end) !== null
    const from = isBroken
      ? nextLine.lastIndex
      : isDeclared
        ? declaredDefault.lastIndex
        : written.end
    addSecrets(text, from, lineAfter(text, from, limit), from, secret, spans)
    if (isBroken && spans.length > 0) addItems(source, secret, spans)
  }
  if (spans.length === 0 && secret.kind === 'password' && secret.strength === 'certain') {
    const value = source.match(lastOfLine, written.end)?.[1]
    if (value !== undefined && isOfAllSigns(value)) {
      const end = lastOfLine.lastIndex
      spans.push({ start: end - value.length, end, kind: secret.kind, isGuess: true })
    }
  }
  if (spans.length === 0) {
    const from = lineBefore(text, written.start)
    addSecrets(text, from, text.slice(from, written.start), written.start - 4, secret, spans)
  }
  return spans
}

/** «… generated for root@localhost: k8;aFqP!w2», «… was reset.», then `New value: …` */
const lastOfLine =
  /[^\n:=]{0,80}(?:\n[^\n:=]{0,24})?[:=][ \t]{1,4}(\S{8,64})(?=[ \t]{0,8}(?:$|\r?\n|\\n))/my

/** Letters of both cases, digits and a sign, as password generators produce. */
function isOfAllSigns(value: string): boolean {
  return (
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    /\d/.test(value) &&
    /[^\w.:/()[\]{}-]/.test(value) &&
    !/[(){}]|:\/\/|=>|["'`]|^[$#@<]/.test(value) &&
    !isPlaceholder(value) &&
    strangeness(value) * value.length >= 30
  )
}

const code = String.raw`(?:\d{3}-\d\d-\d{3}|(?:G-)?\d{3}(?:[ -]\d{3}){1,3}|\d{4,6}(?:[ -]\d{4,6}){1,7}|\d\d(?:[ -]\d\d){2,4}|(?:G-)?\d{4,10}|[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){1,5}|(?=[a-z]{0,15}\d)(?=\d{0,15}[a-z])[a-z0-9]{5,16}|[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15})`
const between = String.raw`["'\x60*:)]{0,3}(?:[^\d\n.;]{0,40}(?: (?:is|are|was|ist|lautet|est|es|é|è|jest|to|är|er|este)(?: (?:le|la|el|il|die|der|das|de|o|a|the))?|\?\s{1,4}(?:\[[\d: -]{4,20}\] )?[\w.-]{1,24}:|は|是|为|는|은|：|:|=|->))?[:=]?[\s"'\x60*「-]{0,24}`
const codes = new RegExp(
  String.raw`${between}((?:\d{1,2}[.)] )?${code}(?:[\s,;"'\x60*•-]{1,12}(?:(?:and|or|und|et|y|e|og|en|i|и) |\d{1,2}[.)] )?${code}){0,20})(?![\w-])`,
  'iy',
)
const codeBefore =
  /(?:^|[\s:"'`-])(\d{4,8}|\d{3}[ -]\d{3})["'`]? (?:is|as|ist|est|es|é|è) [\p{L} ]{0,32}$/u

/** «use 1d844-b03e7 for the release account, it is a recovery code» */
const codeUsed =
  /\b(?:use|try|enter|take|nimm|nutze|utilise|usa)\s["'`]?((?=[a-z-]{0,12}\d)[a-z\d]{4,6}(?:-[a-z\d]{4,6}){1,4})["'`]?\s[^\n]{0,64}$/i

/** «2FA code 482913», «482913 is your code», and a list of recovery codes. */
function findCodes(source: Source, { letters }: SecretName, { start, end }: WrittenName): Span[] {
  const kind = 'code'
  const found = source.match(codes, end)?.[1]
  // A PIN has only digits; a command named `pin` takes other arguments.
  if (/^(?:pin|puk|otp)$/.test(letters) && /[a-z]/i.test(found ?? '')) return []
  if (
    found
      ?.split(/[,;"'`*\n]+/)
      .some((part) => isAccessCode(part.replace(/^[\s•-]*(?:\d{1,2}[.)] |G-)?/, '').trim())) ||
    found?.split(/[\s,;"'`*]+/).some((part) => isAccessCode(part) || /^[A-Z2-7]{4}$/.test(part))
  ) {
    return [{ start: codes.lastIndex - (found?.length ?? 0), end: codes.lastIndex, kind }]
  }
  const before = source.before(start, 96)
  const match = codeBefore.exec(before.slice(-48)) ?? codeUsed.exec(before)
  const [at, length] = [before.lastIndexOf(match?.[1] ?? ' '), match?.[1]?.length ?? 0]
  return match === null
    ? []
    : [{ start: start - before.length + at, end: start - before.length + at + length, kind }]
}

const groups = new RegExp(
  String.raw`${between}(\d{6}(?:-\d{6}){7}|(?=[\d -]{0,96}[A-Z])(?=[A-Z -]{0,96}\d)[A-Z0-9]{4,6}(?:[ -][A-Z0-9]{4,6}){3,15}|(?=[a-z -]{0,96}[2-7])[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15})(?![\w-])`,
  'y',
)

/** Finds `KRSX G5CT MVRX EZLU` after "setup key", and the 48 digits of a recovery key. */
function findGroups(source: Source, nameEnd: number): Span[] {
  const found = source.match(groups, nameEnd)?.[1]
  if (found === undefined) return []
  return [{ start: groups.lastIndex - found.length, end: groups.lastIndex, kind: 'code' }]
}

const seedWords =
  /["'`*:]{0,3}(?: is| are)?\s{0,4}[:=]?[\s"'`*]{1,16}((?:[a-z]{3,10}[\s,]{1,3}){11,23}[a-z]{3,10})/y

/** Finds words of any list, if the text calls them a seed phrase. */
function findWords(source: Source, nameEnd: number): Span[] {
  const found = source.match(seedWords, nameEnd)?.[1]
  if (found === undefined) return []
  return [
    { start: seedWords.lastIndex - found.length, end: seedWords.lastIndex, kind: 'seed-phrase' },
  ]
}

/** From here on, scripts write words without spaces. */
const firstUnspaced = 0x2e80

/** In minified code and random text, a stem means nothing. */
function isWord(text: string, { start, end }: WrittenName): boolean {
  const isSpaced = text.charCodeAt(start) < firstUnspaced
  return (
    (!isSpaced || /[\s"'`*_|<>/#.([「『:;,=\\$@-]|[^ -~]|^$/.test(text.charAt(start - 1))) &&
    /[\s"'`*_|<>@/:=({).,;\]\\?!—-]|[^ -~]|^$/.test(text.charAt(end))
  )
}

const nextItem = /["']?(?:\r?\n|\\n)\s{0,40}[-*•] ["']?/y
const mostItems = 50

/** Adds the other items of a list: `passwords:`, then one per line. */
function addItems(source: Source, secret: SecretName, spans: Span[]): void {
  for (let items = 1; items < mostItems; items++) {
    const last = spans.at(-1)?.end ?? 0
    if (source.match(nextItem, last) === null) return
    const from = nextItem.lastIndex
    const known = spans.length
    addSecrets(
      source.text,
      from,
      lineAfter(source.text, from, from + farthestAfter),
      from,
      secret,
      spans,
    )
    if (spans.length === known) return
  }
}

function lineAfter(text: string, from: number, limit: number): string {
  // The last value may extend beyond the part.
  const rest = text.slice(
    from,
    limit + (/^[^\s"'`]{0,80}/.exec(text.slice(limit, limit + 80))?.[0].length ?? 0),
  )
  const end = rest.search(lineBreak)
  return end < 0 ? rest : rest.slice(0, end)
}

function lineBefore(text: string, nameStart: number): number {
  const from = Math.max(0, nameStart - farthestBefore)
  const before = text.slice(from, nameStart)
  const line = Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2)
  return line > 1 || from === 0 ? from + (line > 1 ? line : 0) : from + before.search(/\s|$/)
}

/** @param name where the word is that announces the secret */
function addSecrets(
  text: string,
  from: number,
  line: string,
  name: number,
  secret: SecretName,
  spans: Span[],
): void {
  for (const match of line.matchAll(candidate)) {
    if (isReference(match[0])) continue
    const lead = isAccess(secret) ? (userBefore.exec(match[0])?.[0].length ?? 0) : 0
    const value = match[0].slice(lead).replace(/[.:?)]{1,3}$|(?<=\w)!{2,}$/, '')
    const start = from + match.index + lead
    const end = start + value.length
    const isBefore = start < name
    const distance = isBefore ? name - end : start - name
    if (isSecretShape(text, start, value, { distance, isBefore }, secret)) {
      spans.push({ start, end, kind: secret.kind, isGuess: true })
    }
  }
}

/** `bob/hunter2x`, `bob:hunter2x` */
const userBefore = /^[\w.@+-]{2,64}[/:](?=.{6})/
const pair = /[\w.@+-]{2,32}(?:[ \t]{0,2}[/|][ \t]{0,2}|:| : )$/
/** Usually a verb. */
const isAccess = ({ kind, strength, letters }: SecretName) =>
  kind === 'credential' || kind === 'secret' || strength === 'access' || letters === 'pass'
/** `passwords = { "bob": "…" }` */
const areSeveral = /(?:passwords|secrets|credentials|creds|passphrases)$/
const mention = /pass|pwd|secret|token|cred|auth|login/i
/** A value with its own name belongs to that name. */
const ownName =
  /(?:["']([\w-]{1,24})["'][ \t]{0,2}:|(?<![\w-])([\w-]{1,24})[ \t]?=)[ \t]{0,2}["']?$/

function hasOwnName(text: string, start: number): boolean {
  const match = ownName.exec(text.slice(Math.max(0, start - 32), start))
  const name = match?.[1] ?? match?.[2]
  return name !== undefined && !/^(?:[Vv]alue|default|plain\w*|text)$/.test(name)
}

function isSecretShape(
  text: string,
  start: number,
  value: string,
  { distance, isBefore }: { distance: number; isBefore: boolean },
  secret: SecretName,
): boolean {
  const [before, after, next] = [start - 1, start + value.length, start + value.length + 1].map(
    (at) => text.charAt(at),
  )
  if (/[(.[]/.test(after ?? '') && /[\w([{'"]/.test(next ?? '')) return false
  if (!/[\s"'`|>/:=([{]|[^ -~]|^$/.test(before ?? '')) return false
  if (mention.test(value) && /^[A-Za-z_.:*-]+\d{0,2}(?:-\d{1,2})*$|_.*_/.test(value)) return false
  if (isAccountName(text, start, value) || isInTemplate(text, start)) return false
  if (isVariableName(text, start, value)) return false
  if (!areSeveral.test(secret.letters) && hasOwnName(text, start)) return false
  const isChosen = /^(?:password|credential|secret|seed-phrase)$/.test(secret.kind)
  if (!isChosen && !secret.letters.includes('passw')) return isRandom(value, 16)
  const isQuoted = /["'`“„«「『]/.test(before ?? '') && /["'`”“»」』\\]/.test(after ?? '')
  if (isAccess(secret) && isBefore && !isQuoted) return false
  const isBracketed = /[([]/.test(before ?? '') && /[)\]]/.test(after ?? '')
  const isPaired = isAccess(secret) && pair.test(text.slice(Math.max(0, start - 40), start))
  const isExpected = !isAccess(secret) || isPaired
  if (
    ((isQuoted && !isAccess(secret)) || isPaired) &&
    distance < nearest &&
    !/\.[a-z]{1,4}$/.test(value) &&
    isStrangePhrase(value)
  )
    return true
  const isUsers = isAccess(secret) && /[/:]/.test(before ?? '')
  if (
    !isQuoted &&
    ((!/\d/.test(value) && !(isExpected && joined.test(value))) ||
      (/[=:/([{]/.test(before ?? '') && !isUsers && !isBracketed))
  )
    return false
  if (!isExpected && !isQuoted && (value.length < shortestUnexpected || /^[a-z\d]+$/.test(value)))
    return false
  const bits = isExpected ? leastBits : isQuoted ? leastBitsInQuotes : leastBitsAlone
  if (secret.kind === 'secret' && isRandom(value, 16)) return true
  return isChosenPassword(value, bits + distance * bitsPerCharacter)
}

/** `{{ .Values.password | b64enc }}`: unquoted words in a template are only names. */
const isInTemplate = (text: string, start: number) =>
  /\{\{[^{}"'`\n]{0,120}$/.test(text.slice(Math.max(0, start - 124), start))

/** `read -rsp "Vault password: " VAULT_PW_2 && export VAULT_PW_2` */
const isVariableName = (text: string, start: number, value: string) =>
  /^[A-Za-z_]\w*$/.test(value) &&
  /\b(?:read -[^\n;|&]{0,110}|export)[ \t]$/.test(text.slice(Math.max(0, start - 120), start))

/** «password authentication failed for user "claims_rw"», «connection to server at "db-1" failed» */
function isAccountName(text: string, start: number, value: string): boolean {
  return /^[\w.@\\-]+$/.test(value) && ownerBefore.test(text.slice(Math.max(0, start - 32), start))
}

const ownerBefore =
  /(?:(?<!\p{L})(?:(?:server|host|database|cluster|machine|instance)(?: at| on)?|user|account|role|member|principal|owner|utilisateur|compte|benutzer|nutzer|konto|usuario|usuário|cuenta|conta|utente|gebruiker|användare|użytkownik\p{L}?|пользовател\p{L})(?: name)?|(?:for|of) (?:the )?login|(?<!\p{L})(?:for|für|pour)) ?["'`«“„]?\s?$/iu
const nearest = 40
/** `Schnee!treiben`: no digit, but a sign in a place where no language has one. */
const joined = /\p{L}{2}[!#$%^*?~&+]\p{L}{2}/u
/** The farther from the word, the less it may look like a name. */
const leastBits = 20
const leastBitsInQuotes = 28
const leastBitsAlone = 32
/** Short ids, and names of lowercase letters and digits, are common near sign-ins. */
const shortestUnexpected = 8
const bitsPerCharacter = 0.2
