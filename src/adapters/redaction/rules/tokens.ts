/** Tokens with a recognisable prefix, infix or suffix. */
import { cloudFormats, codeHostingFormats } from '../formats/cloud.ts'
import { serviceFormats } from '../formats/services.ts'
import { characters, isReadable, type TokenFormat } from '../formats/token-format.ts'
import { alphanumeric, runStart, tableOf } from '../scan/literal-scanner.ts'
import type { Rule, Source, Span } from '../scan/source.ts'
import { decodeBase64 } from '../values/secret-values.ts'

const formats = [...codeHostingFormats, ...cloudFormats, ...serviceFormats]

export const tokenRules: readonly Rule[] = formats.map((format) => ({
  name: format.kind,
  anchors: format.prefixes,
  find(source, at, anchor) {
    return findToken(format, source, at, at + anchor.length)
  },
}))

/** How much of a token is judged; longer ones continue as they start. */
const judgedLength = 512

function findToken(
  format: TokenFormat,
  source: Source,
  start: number,
  bodyStart: number,
): Span | readonly Span[] | undefined {
  const { kind, characters, minLength, maxLength, shape, isWeak } = format
  if (source.isRead(characters, start) || (isWeak && !standsAlone(source, start))) return undefined
  const runEnd = source.next(characters, bodyStart)
  const end = continueOverLines(source, characters, bodyStart, runEnd)
  const length = end - bodyStart
  if (length < minLength || length > maxLength) return undefined
  if (shape !== undefined && source.match(shape, bodyStart) === null) return undefined
  // Skips harmless runs too; judging a run again from every anchor would take quadratic time.
  source.markRead(characters, runEnd)
  const body = source.text.slice(bodyStart, Math.min(end, bodyStart + judgedLength))
  if (isReadable(source.text.slice(start, bodyStart) + body)) return undefined
  if (isWeak && shape === undefined && !/\d|[a-z][A-Z]/.test(body)) return undefined
  const token = { start, end: withoutTrailingDots(source, end), kind }
  return kind === 'aws-access-key' ? [token, ...secretKeyAfter(source, end)] : token
}

const awsSecret =
  /[^\n]{0,40}?\n?[^\n]{0,40}?(?<![A-Za-z0-9/+])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y

/** An AWS secret key has no format, but usually follows its access key. */
function secretKeyAfter(source: Source, keyEnd: number): Span[] {
  const secret = source.match(awsSecret, keyEnd)?.[1]
  if (secret === undefined) return []
  const end = awsSecret.lastIndex
  return [{ start: end - secret.length, end, kind: 'aws-secret' }]
}

const wordEnd = /[A-Za-z0-9]$/
/** Escaped line breaks, percent escapes and terminal colours end in letters but are not words. */
const noWordEnd = /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m)$/

function standsAlone(source: Source, at: number): boolean {
  const before = source.before(at, 12)
  return !wordEnd.test(before) || noWordEnd.test(before)
}

function withoutTrailingDots({ text }: Source, end: number): number {
  let last = end
  while (text[last - 1] === '.') last--
  return last
}

const mostLines = 8
const lineBreak = /\\?\r?\n[ \t]{0,32}|["'`][ \t]{0,8},[ \t]{0,8}\n?[ \t]{0,32}["'`]/y
const restOfToken =
  /(?=[A-Za-z_-]{0,64}\d)(?=[\d_-]{0,64}[A-Za-z])[\w-]{6,128}(?=$|[\s"'`,;)\]}\\])/y

/** A terminal or an editor may wrap a token; the next line must look like the rest of it. */
function continueOverLines(source: Source, run: RegExp, start: number, runEnd: number): number {
  let end = runEnd
  for (let line = 0; line < mostLines && end - start < judgedLength; line++) {
    if (source.match(lineBreak, end) === null) return end
    if (source.match(restOfToken, lineBreak.lastIndex) === null) return end
    end = Math.min(restOfToken.lastIndex, source.next(run, lineBreak.lastIndex))
  }
  return end
}

/** JSON web tokens, and other dotted tokens that start with a JSON object in base64. */
const body = /[\w-]{8,4096}\.[\w-]{1,8}/y

export const jwtRule: Rule = {
  name: 'jwt',
  anchors: ['eyJ', 'ewog'],
  find(source, at, anchor) {
    if (source.isRead(jwtRule, at)) return undefined
    const runEnd = source.next(characters.dotted, at)
    const isToken = source.match(body, at + anchor.length) !== null
    source.markRead(jwtRule, runEnd)
    return isToken ? { start: at, end: runEnd, kind: 'jwt' } : undefined
  },
}

/** Tokens with a recognisable literal in the middle or at the end. */
interface InfixFormat {
  readonly kind: string
  readonly infixes: readonly string[]
  /** The characters before the infix, and their minimum and maximum number. */
  readonly before: string
  readonly lengths: readonly [number, number]
  readonly after: RegExp
}

const digits = '0123456789'.split('')

const infixFormats: readonly InfixFormat[] = [
  {
    kind: 'mailchimp-key',
    infixes: digits.map((digit) => `-us${digit}`),
    before: '0123456789abcdef',
    lengths: [32, 32],
    after: /\d?(?![\w-])/y,
  },
  {
    kind: 'telegram-token',
    infixes: [':AA', ':AE', ':AF', ':AG', ':AH'],
    before: '0123456789',
    lengths: [6, 12],
    after: /[\w-]{30,64}/y,
  },
  {
    kind: 'azure-client-secret',
    infixes: digits.map((digit) => `${digit}Q~`),
    before: `${alphanumeric}_~.-`,
    lengths: [3, 3],
    after: /[\w~.-]{31,34}/y,
  },
  {
    kind: 'azure-token',
    infixes: ['AZDO'],
    before: alphanumeric,
    lengths: [40, 90],
    after: /[A-Za-z0-9]{4}/y,
  },
  {
    kind: 'azure-key',
    infixes: ['AzFu', 'AzSe', 'ACDb', '+ASt', 'AzCa', '+ACR', '+AEh', '+ASb', 'AIoT', 'AzEG'],
    before: `${alphanumeric}+/_-`,
    lengths: [28, 90],
    after: /[A-Za-z0-9+/_-]{4,12}={0,2}/y,
  },
  {
    kind: 'newrelic-key',
    infixes: ['NRAL', '-NRMA'],
    before: '0123456789abcdefABCDEFux',
    lengths: [32, 44],
    after: /(?!\w)/y,
  },
  {
    kind: 'maxmind-key',
    infixes: ['_mmk'],
    before: `${alphanumeric}_`,
    lengths: [36, 36],
    after: /(?!\w)/y,
  },
]

export const infixTokenRules: readonly Rule[] = [
  ...infixFormats.map((format) => {
    const { kind, infixes, lengths, after } = format
    const before = tableOf(format.before)
    return {
      name: kind,
      anchors: infixes,
      find(source: Source, at: number, infix: string) {
        if (source.isRead(format, at) || source.match(after, at + infix.length) === null) {
          return undefined
        }
        const end = after.lastIndex
        const start = runStart(source.text, at, before, lengths[1])
        if (at - start < lengths[0] || isWithinData(source.text, start, before)) return undefined
        source.markRead(format, end)
        return { start, end, kind }
      },
    }
  }),
]

/** Inside an image, or inside a run longer than any key. */
const isWithinData = (text: string, start: number, run: ReturnType<typeof tableOf>) =>
  text.startsWith('base64,', start - 7) || runStart(text, start, run, 1) < start

const discordEnd = /\.[\w-]{6}\.[\w-]{27,64}/y
const betweenDots = 7

/** A Discord token has no fixed literal: a number in base64, six characters and a signature. */
export function findDiscordTokens(text: string): Span[] {
  const spans: Span[] = []
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    if (text.charCodeAt(dot + betweenDots) !== dotCode) continue
    discordEnd.lastIndex = dot
    if (!discordEnd.test(text)) continue
    const end = discordEnd.lastIndex
    const wordStart = runStart(text, dot, wordCharacters, longestId)
    const id = discordId.exec(text.slice(wordStart, dot))?.[0] ?? ''
    if (isDiscordId(id)) spans.push({ start: dot - id.length, end, kind: 'discord-token' })
    dot = end - 1
  }
  return spans
}

const dotCode = 46
const longestId = 32
const wordCharacters = tableOf(`${alphanumeric}_-`)
/** The character before the number may be the letter of an escaped line break. */
const discordId = /[MNO][\w-]{21,27}$/

function isDiscordId(id: string): boolean {
  if (/^\d{16,20}$/.test(decodeBase64(id))) return true
  return /\d/.test(id) && /[a-z]/.test(id) && /[A-Z]/.test(id)
}
