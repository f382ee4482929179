/**
 * Plain words that the text around a secret's name calls the secret without assigning them: "use
 * marmalade as the password", `fill('#password', 'marmalade')`, "log in with bob / marmalade".
 */
import type { Source, Span } from '../scan/source.ts'
import { isSecretValue } from '../values/secret-assignment.ts'
import type { SecretName } from '../values/secret-names.ts'
import { isMention, isPlaceholder, isProse, isReference } from '../values/secret-values.ts'
import { isChosenPassword, isChosenWord, isLongAndRandom, isStatement } from '../values/shape.ts'
import type { WrittenName } from '../values/written-name.ts'

const quote = String.raw`["'\x60“”„«»「」『』]`
const word = String.raw`(?:[^\s"'\x60“”„«»「」『』()[\]{}<>|,;:!?。、，]|[!?](?=\w)){4,48}`
const end = String.raw`(?=[.,;!?)]{0,3}(?:\s|$)|${quote}|[。、，]|\\n)`
const account = String.raw`${quote}?[\w.@+\\-]{2,48}${quote}?`

/** Group 1 is the secret; the pattern may end in a quote. */
const afterName = {
  /** «… are bob / marmalade», «with user bob : marmalade» */
  pair: new RegExp(
    String.raw`[^\n.;]{0,40}?(?:[:=]|\b(?:with|as|is|are|use|using|try|mit|avec|con|com|als|sind))\s{1,3}(?:the |user |username )?${account}(?: [/|] |[/:])${quote}?(${word})${end}`,
    'yi',
  ),
  /** «log in as bob with hunter2x», «log in with bob and hunter2x» */
  accountAnd: new RegExp(
    String.raw`[^\n;]{0,60}?\b(?:with|as|mit|als|avec|comme|con|como|com)\s(?:the |user |username )?${account} (?:and|with|und|mit|et|avec|y|con|e|com) ${quote}?(${word})${end}`,
    'yi',
  ),
  /** admin/hunter2x, root:hunter2x */
  joined: new RegExp(String.raw`[:/](${word})${end}`, 'y'),
  /** root / marmalade */
  apart: new RegExp(String.raw`(?:@[\w.-]{3,64})? / (${word})(?=[.,;]?(?:\s|$))`, 'y'),
  /** `login: bob, hunter2x` */
  listed: new RegExp(String.raw`[ \t]?[:=]\s{1,3}${account}, ${quote}?(${word})${end}`, 'y'),
  /** `Password:`, then the word on the next line */
  below:
    /(?:\*\*|["'`])?:?(?:\*\*)?(?:<\/?\w{1,10}>){0,3}[ \t]{0,8}(?:\r?\n|\\n)(?:[-=]{3,40}\r?\n)?\s{0,40}(?:[-*•] )?["'`]?([^\s"'`:,;(){}<>]{4,48})(?=["'`]?[ \t]{0,8}(?:$|[\r\n]|\\n))/y,
  /** | 4 | ftp_password | Marmalade4 | 2024 |, a row with a name and a value */
  valueCell: /[ \t]{0,40}\|[ \t]{0,40}([^\s|"'`*]{6,48})[ \t]{0,40}\|/y,
  /** | Password | marmalade |, a row with two cells */
  cell: /(?:\*\*|`)?[ \t]{0,40}\|[ \t]{0,40}["'`*]{0,2}([^\s|"'`*]{4,48})["'`*]{0,2}[ \t]{0,40}\|?[ \t]{0,8}(?=$|\r?\n(?![ \t]{0,8}\|?[ \t]{0,8}:?-{2}))/y,
  /** «changed from marmalade to …» */
  changed: new RegExp(
    String.raw`(?: (?:was|is|has been|was never))?(?: (?:changed|rotated|reset|updated) from| von) ${quote}?(${word})${end}`,
    'yi',
  ),
  /** "mot de passe provisoire : marmalade": the description comes after the name */
  described: new RegExp(String.raw`(?: [\p{L}'’]{1,14}){1,4} ?: ?${quote}?(${word})${end}`, 'yu'),
  /** In text of another script, a word of Latin letters is the value. */
  foreign:
    /[^\n\p{Script=Latin}\d]{0,20}?(?:[:：—–-]|是|为|為|は|が|を|는|은|هي|هو|:|है|[一-鿿぀-ヿ가-힣]|\p{Ll} |(?<=[\p{Lo}\p{M}]) |(?=[「『«“"])|(?<=[一-鿿]))\s{0,2}["'`“„«「『]?([\p{Script=Latin}\d_.!@#$%^&*+-]{4,48})(?=["'`”»」』]? ?(?:$|[.,;。、，\n)]|です|でした|に|입니다|로|이다|है|[一-鿿]))/uy,
  /** expect "assword:", then send "marmalade\r" */
  sent: /[:"' }*]{0,8}\r?\n\s{0,16}(?:exp_)?send(?: --)?[ (]{1,2}["']([^"'\n\\]{4,64})(?=\\[rn]|["'])/y,
  /** .fill("marmalade"), .toBe("marmalade") */
  typed:
    /[^\n;]{0,60}?\b(?:fill|type|typeText|typeInto|sendKeys|send_keys|setValue|set_value|set_text|enterText|fill_in|insertText|toBe|toEqual|toStrictEqual|equals|send)(?:\(|[ \t])(?:[\w.#$]{1,40},\s{0,4})?["'`]([^"'`\n\\]{4,64})(?=\\[rn]|["'`])/y,
  /** fill("#password", "marmalade") */
  argument: /["'`\])]{1,3},\s{0,16}(?:with: )?["'`]([^"'`\n\\]{4,64})(?=["'`])/y,
} as const

const typing =
  /\b(?:fill|type|typeText|sendKeys|send_keys|setValue|fill_in|insertText|append|setField|set_field)\((?:[\w.]{1,32},\s?)?["'`][^"'`\n]{0,48}$/
const article = String.raw`(?:(?:the|a|an|our|my|your|his|her|their|new|das|unser|mein|dein|neues|le|notre|mon|la|nuestra|mi|tu|il|a|minha|nossa|een|het|ons) )`
const beforeName = [
  /** «use marmalade as the password» */
  new RegExp(
    String.raw`(?:^|[\s("'])${quote}?(${word})${quote}?\s(?:as|als|comme|como|come)\s${article}?(?:[\p{L}\w-]{1,16}\s){0,2}$`,
    'iu',
  ),
  /** «type marmalade when it asks for the password», «use marmalade for the password» */
  new RegExp(
    String.raw`(?:^|[\s("'])(?:use|using|try|with|take|put|enter|set|type|answer|say|nimm|nutze|benutze|verwende|mit|utilise|utilisez|avec|usa|usar|con|com|gebruik)\s${quote}?(${word})${quote}?(?:\s(?:for|für|pour|para)\s${article}?(?:[\p{L}\w-]{1,16}\s){0,2}|,?\s(?:when|if|where)\s(?:[\p{L}\w'-]{1,12}\s){1,5})$`,
    'iu',
  ),
  /** «marmalade is the password», «marmalade (that's the password» */
  new RegExp(
    String.raw`(?:^|[\n.!?:;,]\s{0,3}|${quote})(${word})${quote}?\s\(?(?:is|was|ist|est|es|é|è|jest|that's|that is|c'est)\s${article}(?:[\p{L}\w-]{1,16}\s){0,2}$`,
    'iu',
  ),
]
const pronoun =
  /^(?:this|that|here|there|what|which|where|it|he|she|who|below|above|everything|nothing|something|these|those|dies|dieses|hier|cela|ceci|esto|esta|questo|isso)$/i

export function findNamedWord(
  source: Source,
  secret: SecretName,
  written: WrittenName,
): Span | undefined {
  const { text } = source
  const isPassword = /^(?:password|secret)$/.test(secret.kind) && secret.strength !== 'access'
  if (secret.strength === 'access') {
    const opening = findOpening(source, written)
    if (opening !== undefined) return opening
  }
  const span = (start: number, value: string): Span => {
    return { start, end: start + value.length, kind: secret.kind, isGuess: true }
  }
  const after = (pattern: RegExp, isSecret: (value: string) => boolean) => {
    const value = source.match(pattern, written.end)?.[1]
    if (value === undefined || !isSecret(value)) return undefined
    const found = source.text.slice(written.end, pattern.lastIndex).lastIndexOf(value)
    return span(written.end + found, value)
  }
  if (
    secret.kind === 'credential' ||
    (secret.strength === 'access' && signingIn.test(secret.letters))
  )
    return /^["'`]/.test(text.charAt(written.end))
      ? undefined
      : (after(afterName.pair, (value) => isChosenWord(value) && !isBrand(value)) ??
          after(afterName.listed, isUnlikeNames) ??
          after(afterName.accountAnd, isUnlikeNames) ??
          usedBefore(source, written))
  if (/^(?:admin|root|administrator)$/.test(secret.letters))
    return (
      after(afterName.joined, (value) => isUnlikeNames(value) && !/^v\d/.test(value)) ??
      after(afterName.apart, (value) => isChosenWord(value) || isUnlikeNames(value))
    )
  if (!isPassword) return findCommented(source, secret, written)
  const before = source.before(written.start, 96)
  if (typing.test(before)) {
    const argument = after(afterName.argument, isTyped)
    if (argument !== undefined) return argument
  }
  const found =
    after(afterName.typed, isTyped) ??
    after(afterName.sent, isTyped) ??
    after(afterName.below, isChosenWord) ??
    after(afterName.changed, isChosenWord) ??
    (describedAfter.test(secret.letters) ? after(afterName.described, isChosenWord) : undefined) ??
    (/(?:^|\n)[ \t]{0,8}\|?[ \t]{0,8}(?:\*\*|`)?(?:[\p{L}-]{1,16} )?$/u.test(before)
      ? after(afterName.cell, isChosenWord)
      : undefined)
  if (found !== undefined) return found
  const cell = /\|[ \t]{0,16}$/.test(before) ? after(afterName.valueCell, isMixed) : undefined
  if (cell !== undefined) return cell
  if (text.charCodeAt(written.start) >= firstOtherScript) {
    const foreign = after(
      afterName.foreign,
      (value) => isChosenWord(value) || isChosenPassword(value, leastBits),
    )
    if (foreign !== undefined) return foreign
  }
  for (const pattern of beforeName) {
    const match = pattern.exec(before)
    const value = match?.[1]
    if (match === null || value === undefined || pronoun.test(value)) continue
    if (!isChosenWord(value) && !isSecretValue(secret, value, 'sentence')) continue
    return span(written.start - before.length + match.index + match[0].indexOf(value), value)
  }
  return findCommented(source, secret, written)
}

/** Both cases and a digit, unlike a type or a remark in a table. */
const isMixed = (value: string) =>
  /^(?=.*\d)(?=.*\p{Lu})(?=.*\p{Ll})[^()]+$/u.test(value) && !isReference(value)

const describedAfter = /^(?:passe|mdp|contrase|clave|senha|parola|kennwort|passwort|has|heslo)/
const signingIn =
  /login|logon|signin|logged|loggedin|account|zugang|anmeld|ident|creden|^wifi|^wlan|^$/

const used =
  /(?:^|[\s("'])(?:use|using|try|with|take|enter|type|nimm|nutze|verwende|mit|utilise[zr]?|avec|usa|usar|con|com|gebruik)\s["'`“]?([^\s"'`“”(){}<>,;]{6,48})["'`”]?\s(?:to|um|zum|pour|para|per|om)\s(?:[\p{L}-]{1,12}\s){0,2}$/iu

/** "use hunter2x to log in": people also use programs and services to log in. */
function usedBefore(source: Source, { start }: WrittenName): Span | undefined {
  const before = source.before(start, 96)
  const match = used.exec(before)
  const value = match?.[1]
  if (match === null || value === undefined || !isUnlikeNames(value)) return undefined
  if (/^[A-Z][a-z]+-?\d+$/.test(value)) return undefined
  const at = start - before.length + match.index + match[0].indexOf(value)
  return { start: at, end: at + value.length, kind: 'password', isGuess: true }
}

/** «log in with GitHub / Google» */
const isBrand = (value: string) =>
  /^(?:google|github|gitlab|facebook|apple|microsoft|twitter|linkedin|slack|discord|okta|keycloak|saml|oidc|oauth|sso|passkeys?|webauthn|email)$/i.test(
    value,
  )

const isUnlikeNames = (value: string) =>
  isChosenPassword(value, bitsOfNames) && (/\d/.test(value) || /[!#$%^*?~&]/.test(value))
const bitsOfNames = 26

const comparison =
  /(?:(?:[=!]==?|\beq|\.equals\(|\bcase|\bcompare\(\w{1,24},)\s{0,2}["'`](?=[^"'`\n]{4,48}["'`])|\bin\s(?=[\w-]{4,48}\)))([^"'`\s()]{4,48})/

/** The only literal of a line, unless it is a single word. */
const onlyLiteral =
  /^[^"'`]{0,100}[([:=]\s{0,2}["'`](?=[^"'`]{0,48}(?:[a-z][A-Z]|[\d!-]))([\w+/=.!-]{8,128})["'`][^"'`]*$/

/**
 * Finds a literal that a comment calls a secret: `if (x === "marmalade") // password`, or `// api
 * key` above it.
 */
function findCommented(source: Source, secret: SecretName, { start, end }: WrittenName) {
  const before = source.before(start, 140)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const comment = line.search(/(?:\/\/|#|--|\/\*|<!--)[^"'=]{0,60}$/)
  if (comment < 0) return undefined
  const lineEnd = source.next(lineBreak, end)
  if (lineEnd - end > 160) return undefined
  const rest = source.text.slice(end, lineEnd)
  const closing = rest.indexOf('*/')
  const isOwnLine = line.slice(0, comment).trim() === '' && closing < 0
  const from = isOwnLine ? lineEnd + 1 : closing < 0 ? start - line.length : end + closing
  const to = isOwnLine
    ? Math.min(source.next(lineBreak, from), from + 140)
    : closing < 0
      ? from + comment
      : lineEnd
  const code = source.text.slice(from, to)
  const isPassword = secret.kind === 'password' || secret.kind === 'secret'
  const match = (isPassword ? comparison.exec(code) : null) ?? onlyLiteral.exec(code)
  const value = match?.[1]
  if (match === null || value === undefined || !isTyped(value)) return undefined
  const isSecret = isPassword
    ? isChosenWord(value) || isChosenPassword(value, leastBits)
    : secret.strength === 'likely' && isLongAndRandom(value)
  if (!isSecret) return undefined
  const at = from + match.index + match[0].lastIndexOf(value)
  return { start: at, end: at + value.length, kind: secret.kind, isGuess: true } as const
}

const lineBreak = /\n/g

const locked =
  /encrypt|lock|protect|archive|\bzip|vault|safe|disk|drive|volume|backup|phone|keystore|door|gate|alarm/i
const openedWith =
  /(?:\p{L}{0,4} (?:it |them )?)?(?:with|using|mit|avec|con|com|per)[: ]{1,2}(?:the )?(?:["'“«„]([^"'\n”»]{4,48})["'”»]|([^\s"'“«„,;()]{5,48})(?=[\s,;.)]|$))/uy

/** «the archive opens with "mango lassi"» */
function findOpening(source: Source, written: WrittenName): Span | undefined {
  const match = source.match(openedWith, written.end + 1)
  const value = match?.[1] ?? match?.[2]
  if (value === undefined || !locked.test(source.before(written.start, 80))) return undefined
  const isQuoted = match?.[1] !== undefined
  if (isPlaceholder(value) || isReference(value)) return undefined
  const isOpening = isQuoted
    ? isChosenWord(value) || isPhraseOfWords(value)
    : isUnlikeNames(value) || /^\d{4,8}$/.test(value)
  if (!isOpening) return undefined
  const end = openedWith.lastIndex - (isQuoted ? 1 : 0)
  return { start: end - value.length, end, kind: 'password', isGuess: true }
}

const isPhraseOfWords = (value: string) => /^[\p{L}\d]{1,16}(?: [\p{L}\d]{1,16}){1,5}$/u.test(value)

/** Greek and all later scripts. */
const firstOtherScript = 0x370
const leastBits = 20

/** Anything typed into a password field is a password, unless it names the field. */
function isTyped(value: string): boolean {
  return (
    !isPlaceholder(value) &&
    !isReference(value) &&
    !isProse(value) &&
    !isMention(value) &&
    !isStatement(value)
  )
}
