/**
 * Secrets on the line after a text that announces them: "Here is the API key:", then the key; a
 * command that prints a secret, then its output; a password prompt, then the answer.
 */
import type { Rule, Source, Span } from '../scan/source.ts'
import { isAccessCode } from '../values/secret-assignment.ts'
import type { SecretName } from '../values/secret-names.ts'
import { isMention, isPlaceholder, isReference } from '../values/secret-values.ts'
import {
  isChosenPassword,
  isGivenWord,
  isRandom,
  isStatement,
  isStrangePhrase,
} from '../values/shape.ts'
import { strangeness } from '../values/symbols.ts'
import { isOrdinary } from '../values/vocabulary.ts'
import type { WrittenName } from '../values/written-name.ts'

const longestLine = 200
const lineBreak = /\r?\n|\\r\\n|\\n/g
const breakHere = /(?:\r?\n|\\r\\n|\\n)[ \t]{0,16}/y

/** What may follow the name until the end of an announcing line: "for the geocoder:". */
const announcing =
  /^["'`*)\]]{0,3}(?:(?:,? (?:for|of|to|in|on|at|from|with|as|by|you|we|i|it|that|which|is|are|was|here|now|below|again|created|generated|für|von|zum|zur|des|der|im|auf|ist|lautet|pour|du|de|des|est|sur|del|della|para|es|por|do|da|é|è|di|per|van|voor|jest|do)(?![\p{L}\d])| \(| [-–—] )[^\n]{0,110})?[:：]["'`*)]{0,3}$/iu
/** A title that is only the name. */
const title = /^["'`*)\]]{0,3}(?: \([^()\n]{1,40}\))?:?["'`*)]{0,3}$/
/** "mot de passe provisoire est :": the description comes after the name. */
const described = /^(?: \p{L}{2,14}){1,4} ?:$/u
const isRomance = /^(?:passe|motdepasse|mdp|contrase|clave|senha|has|heslo)/
const question = /^[^\n]{0,80}\?["'`*)]{0,3}$/
/** «can you send me the password» */
const request =
  /\b(?:send|tell|give|share|dm|remind|what'?s|was ist|need|passe?|dis|dime|manda)\b[^\n]{0,40}$/i
/** Then the next line is a hash, a rule, a message or another list. */
const otherwise =
  /\b(?:hash(?:es|ed)?|sha\d*|md5|digest|checksum|commit|fingerprint|thumbprint|public|policy|rules?|requirements?|must|should|error|fail(?:s|ed|ure)?|invalid|wrong|types?|fields?|methods?|functions?|files?|names?|ids?|options?|flags?|steps?|example|e\.g)\b/i

/** The speaker, or what a chat program prints before the message. */
const speaker =
  /^(?:\[?\d{1,2}:\d\d(?::\d\d)?(?: [AP]M)?\]? ?)?(?:<?@?[\p{L}\w.-]{1,24}>?: |<[\w.-]{1,24}> |[-–—>] )?/u
const politeness =
  /^(?:(?:sure|ok|okay|yes|yep|yeah|here|here you go|there you go|it's|it is|klar|ja|gern|hier|oui|voici|sí|claro|aquí|sim|sì)(?:[,:!–—-] ?| ))?/i
const opening = /^(?:[>|]\s{1,4})?(?:(?:[-*•+]|\d{1,2}[.)])\s{1,3})?["'`*]{0,3}/
const closing = /["'`*,]{0,3}[ \t.]{0,8}$/

export function findBelow(source: Source, secret: SecretName, written: WrittenName): Span[] {
  const { text } = source
  if (secret.strength === 'access' || secret.kind === 'seed-phrase') return []
  const end = source.next(lineBreak, written.end)
  if (end - written.end > longestLine || end >= text.length) return []
  const rest = text.slice(written.end, end).trimEnd()
  const lead = source.before(written.start, 80)
  const sentence = lead.slice(lead.lastIndexOf('\n') + 1).replace(speaker, '')
  const isQuestion = question.test(rest) || request.test(sentence)
  const isTitle = title.test(rest) || (isRomance.test(secret.letters) && described.test(rest))
  const isCode = secret.kind === 'code'
  const isAnnounced = isCode ? /[:：]$/.test(rest) : announcing.test(rest)
  if (!isQuestion && !isTitle && !isAnnounced) return []
  // A setting or a line of code announces nothing.
  if (
    /[={}<>;$]/.test(sentence) ||
    /\w["']?: ?["']$/.test(lead) ||
    (!isQuestion && ((!isCode && otherwise.test(rest)) || otherwise.test(sentence)))
  )
    return []
  if (secret.kind === 'credential') return findAccount(source, end)
  const spans: Span[] = []
  const isList = /s$|codes/.test(secret.letters) || isCode
  let line = lineAfter(source, end)
  for (let item = 0; line !== undefined && item < (isList ? mostItems : 1); item++) {
    const found = givenIn(line.text, isQuestion)
    if (!isGiven(secret, found.text, isTitle && !rest.includes(':'), isQuestion)) break
    const start = line.start + found.start
    spans.push({ start, end: start + found.text.length, kind: secret.kind, isGuess: true })
    line = lineAfter(source, line.start + line.text.length)
  }
  return spans
}

const mostItems = 50

/** `Credentials:`, then the user on one line and the password on the next. */
function findAccount(source: Source, end: number): Span[] {
  const user = lineAfter(source, end)
  if (user === undefined || !/^[\w.@+-]{2,64}$/.test(user.text.trim())) return []
  const line = lineAfter(source, user.start + user.text.length)
  if (line === undefined) return []
  const { start, text } = givenIn(line.text, false)
  if (!isOneValue(text) || !(isKeyMaterial(text) || isChosenPassword(text, 24))) return []
  const at = line.start + start
  return [{ start: at, end: at + text.length, kind: 'password', isGuess: true }]
}

interface Line {
  readonly start: number
  readonly text: string
}

/** The next line after at most two blank ones and a Markdown fence. */
function lineAfter(source: Source, from: number): Line | undefined {
  let at = from
  for (let blank = 0; blank < 4; blank++) {
    if (source.match(breakHere, at) === null) return undefined
    const start = breakHere.lastIndex
    const end = source.next(lineBreak, start)
    if (end - start > longestLine) return undefined
    const text = source.text.slice(start, end)
    if (text.trim() !== '' && !/^```\w{0,12}$|^[-=]{3,40}$/.test(text.trim()))
      return { start, text }
    at = end
  }
  return undefined
}

function givenIn(line: string, isAnswer: boolean): Line {
  const said = isAnswer ? (speaker.exec(line)?.[0].length ?? 0) : 0
  const asked = isAnswer ? (politeness.exec(line.slice(said))?.[0].length ?? 0) : 0
  const start = said + asked + (opening.exec(line.slice(said + asked))?.[0].length ?? 0)
  return { start, text: line.slice(start).replace(closing, '') }
}

function isGiven(
  secret: SecretName,
  value: string,
  isBareTitle: boolean,
  isAnswer: boolean,
): boolean {
  if (secret.kind === 'code') return isAccessCode(value)
  if (secret.letters.endsWith('phrase') && isPhrase(value)) return !isOrdinary(value)
  if (!isOneValue(value)) return false
  if (isKeyMaterial(value)) return secret.strength !== 'possible' || value.length >= 32
  if (secret.kind !== 'password' && secret.kind !== 'secret') return false
  if (isChosenPassword(value, isAnswer ? 26 : 20) || isStrangePhrase(value)) return true
  return !isBareTitle && secret.strength === 'certain' && isGivenWord(value)
}

/** Whether it is a value, rather than a sentence, a name or the location of a secret. */
function isOneValue(value: string): boolean {
  return (
    value.length >= 5 &&
    !/\s|^[#/$<{([]|[(){}[\]<>;:]$|\*\*|^[A-Za-z_]+=|^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value) &&
    !isPlaceholder(value) &&
    !isReference(value) &&
    !isMention(value) &&
    !isStatement(value)
  )
}

/** Hexadecimal or otherwise random, unless something calls it a hash. */
function isKeyMaterial(value: string): boolean {
  return /^(?=.*\d)(?=.*[a-f])[\da-f]{20,128}$/i.test(value) || isRandom(value, 12)
}

/** A shell prompt: `$`, `user@host:~#`, `PS C:\>`. */
const prompt =
  /^\s{0,16}(?:PS [^>\n]{0,60}>|(?:[^\s$#%❯➜»>]{1,60}(?: [^\s$#%❯➜»>]{1,40})?[#%>]|(?:[^\s$#%❯➜»>]{1,120}(?: [^\s$#%❯➜»>]{1,60})? ?)?[$❯➜»])) /
const printing =
  /\b(?:get|show|read|view|reveal|print(?:env)?|access|decrypt|cat|echo|lookup|find|output|fetch|retrieve|export|config:get|create|generate|gen\w*|rotate|issue|dump|tail|head|less|more|xxd|jq|yq|-w|-d|--decode|--decrypt|--plain|--reveal|-AsPlainText|Get-\w+|token|password)(?!\S*\.(?:[jt]sx?|py|go|rs|rb|java|md|html?|css)\b)/
const harmlessCommand =
  /^(?:sudo )?(?:git|grep|rg|ag|ls|ll|wc|\w{2,6}sum|find|diff|stat|file|npm (?:ls|view|info|i|install)|yarn|pnpm|pip|cargo|docker (?:ps|images|pull|secret)|ssh-keygen|ssh-add -l|gpg --list|man|which|type|cd|vim?|nano|code|rm|mv|cp|mkdir|touch|chmod)\b/

/** A line that starts with one of these programs is a command, even without a prompt. */
const program =
  /^(?=(?:sudo )?(?:kubectl|oc|vault|aws|gcloud|az|heroku|op|doppler|docker exec|podman exec|terraform|gh|flyctl?|kubeadm|security|ssh) )/

/** Finds the output of a command that names and prints a secret: `$ cat /run/secrets/db`. */
export function findPrinted(source: Source, written: WrittenName): Span[] | undefined {
  const before = source.before(written.start, longestLine)
  const lead = before.slice(before.lastIndexOf('\n') + 1)
  const mark = prompt.exec(lead) ?? program.exec(lead)
  if (mark === null) return undefined
  const end = source.next(lineBreak, written.end)
  if (end - written.start > 2 * longestLine) return undefined
  const command = lead.slice(mark[0].length) + source.text.slice(written.start, end)
  if (!printing.test(command)) return undefined
  return findOutput(source, command, end)
}

function findOutput(source: Source, command: string, end: number): Span[] | undefined {
  if (harmlessCommand.test(command) || /public|pub\b|hash|finger|version|[<>] ?\S+$/.test(command))
    return undefined
  const line = lineAfter(source, end)
  if (line === undefined || prompt.test(line.text)) return undefined
  const { start, text } = givenIn(line.text, false)
  const span = (at: number, { length }: string): Span => {
    return { start: line.start + at, end: line.start + at + length, kind: 'secret' }
  }
  if (isPrinted(text)) return [span(start, text)]
  if (!/^\s*\{.*\}\s*$/.test(line.text)) return undefined
  return [...line.text.matchAll(member)].flatMap(({ 0: whole, 1: value = '', index }) =>
    isOneValue(value) && (isKeyMaterial(value) || isChosenPassword(value, 15))
      ? [span(index + whole.length - value.length - 1, value)]
      : [],
  )
}

/** `{"u": "bob", "p": "…"}` from a secret manager */
const member = /:\s{0,2}"([^"\\]{4,256})"/g

function isPrinted(value: string): boolean {
  if (/\s/.test(value)) return isPhrase(value)
  if (!isOneValue(value)) return /^\d{6,8}$/.test(value)
  return (
    isKeyMaterial(value) ||
    /^(?:base64:)?[A-Za-z\d+/_-]{16,}={1,2}$|^[a-z\d]{6}\.[a-z\d]{16}$/.test(value) ||
    isChosenPassword(value, 15) ||
    /^\p{L}{4,24}(?:[-_.]\p{L}{1,24}){0,5}$/u.test(value)
  )
}

const phrase = /^[\p{L}\d_'’-]{1,20}(?: [\p{L}\d_'’-]{1,20}){1,9}$/u

/** Whether three or more words, or a word and a number, do not describe a secret. */
export function isPhrase(value: string): boolean {
  if (!phrase.test(value) || isPlaceholder(value) || ofSentences.test(value)) return false
  const words = value.split(' ')
  return words.length > 2 || (/ \d{1,6}$/.test(value) && strangeness(value) > 3.4)
}

/** Words that do not occur in passphrases. */
const ofSentences =
  /\b(?:your|you|we|i|it|this|that|must|please|should|would|is|are|was|were|be|been|not|no|has|have|had|can|cannot|could|will|does|did|password|passphrase|passwort|token|secret|key|required|optional|invalid|incorrect|wrong|missing|failed|failure|expired|error|denied|again|empty|none|see|then|press|click|enter|type|using|before|after|when|if|which|characters|chars|bytes|digits|letters|least|import|from|export|found|such|file|usage|command|warning|info|debug|ist|nicht|wird|muss|est|pas|es|no|debe)\b/i

/** Programs that print a secret, even if the line does not name one. */
export const printedRule: Rule = {
  name: 'printed',
  anchors: [
    'openssl rand',
    'pwgen',
    'makepasswd',
    'mkpasswd',
    '/dev/urandom',
    '/dev/random',
    'secrets.token_',
    'randomBytes(',
    'SecureRandom.',
    'oathtool',
    'ykman oath',
    'sops -d',
    'sops --decrypt',
    'gpg -d',
    'gpg --decrypt',
    'age -d',
    'ansible-vault ',
    'vault kv get',
    '| base64 -d',
    '| base64 --d',
    'token create',
    'vault read',
    'op read',
    'op item get',
    'bw get',
    'rbw get',
    'lpass show',
    'pass show',
    'gopass ',
    'keepassxc-cli',
    'chamber read',
    'credstash get',
    'wg genpsk',
    'wg genkey',
    'get-parameter',
    'GetNetworkCredential',
    'dotnet user-secrets',
    'rails secret',
    'key:generate',
  ],
  find(source, at) {
    const end = source.next(lineBreak, at)
    if (end - at > longestLine) return undefined
    const before = source.before(at, longestLine)
    const lead = before.slice(before.lastIndexOf('\n') + 1)
    // A sentence or a script prints nothing below it.
    if (/[=`]|\$\(|\w[,.:;] /.test(lead) || /`/.test(source.text.slice(at, end))) return undefined
    const mark = prompt.exec(lead)?.[0].length ?? 0
    return findOutput(source, lead.slice(mark) + source.text.slice(at, end), end)
  },
}
