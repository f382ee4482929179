/** Tokens with a recognisable prefix. */
import { cloudFormats } from '../formats/cloud.ts'
import { codeHostingFormats } from '../formats/code-hosting.ts'
import { serviceFormats } from '../formats/services.ts'
import { isReadable, type TokenFormat } from '../formats/token-format.ts'
import type { Source } from '../scan/source.ts'
import type { Rule, Span } from './rule.ts'

const formats = [...codeHostingFormats, ...cloudFormats, ...serviceFormats]

export const tokenRules: readonly Rule[] = formats.map((format) => ({
  name: format.kind,
  anchors: format.prefixes,
  find(source, at, anchor) {
    return findToken(format, source, at, at + anchor.length)
  },
}))

/** What is judged of a token; the rest of a longer one is like its start. */
const judgedLength = 512

function findToken(
  format: TokenFormat,
  source: Source,
  start: number,
  bodyStart: number,
): Span | readonly Span[] | undefined {
  const { kind, characters, minLength, maxLength, shape, isWeak } = format
  if (source.isRead(characters, start) || (isWeak && !standsAlone(source, start))) return undefined
  if (isWeak && /(?:pk|pub|public|publishable)[-_]$/.test(source.before(start, 12)))
    return undefined
  const runEnd = source.next(characters, bodyStart)
  const end = continueOverLines(source, characters, bodyStart, runEnd)
  const length = end - bodyStart
  if (length < minLength || length > maxLength) return undefined
  if (shape !== undefined && source.match(shape, bodyStart) === null) return undefined
  // Skips the run even if it is harmless; judging it again from every anchor would not be linear.
  source.markRead(characters, runEnd)
  const body = source.text.slice(bodyStart, Math.min(end, bodyStart + judgedLength))
  if (isReadable(source.text.slice(start, bodyStart) + body)) return undefined
  if (isWeak && shape === undefined && !/\d|[a-z][A-Z]/.test(body)) return undefined
  const token = { start, end: withoutTrailingDots(source, end), kind }
  return kind === 'aws-access-key' ? [token, ...secretKeyAfter(source, end)] : token
}

const awsSecret =
  /[^\n]{0,40}?\n?[^\n]{0,40}?(?<![A-Za-z0-9/+])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/y

/** An AWS secret key has no format of its own, but usually follows its access key. */
function secretKeyAfter(source: Source, keyEnd: number): Span[] {
  const secret = source.match(awsSecret, keyEnd)?.[1]
  if (secret === undefined) return []
  const end = awsSecret.lastIndex
  return [{ start: end - secret.length, end, kind: 'aws-secret' }]
}

const wordEnd = /[A-Za-z0-9]$/
/** Escaped line breaks, percent escapes and terminal colours end in letters but are no words. */
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

/** A terminal or an editor may have broken the token; what follows must look like the rest of it. */
function continueOverLines(source: Source, run: RegExp, start: number, runEnd: number): number {
  let end = runEnd
  for (let line = 0; line < mostLines && end - start < judgedLength; line++) {
    if (source.match(lineBreak, end) === null) return end
    if (source.match(restOfToken, lineBreak.lastIndex) === null) return end
    end = Math.min(restOfToken.lastIndex, source.next(run, lineBreak.lastIndex))
  }
  return end
}
