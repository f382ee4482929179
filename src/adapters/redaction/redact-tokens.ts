/** Redacts tokens with a recognisable format, in one pass. */
import { anyLiteral } from './literal.ts'
import { redacted } from './marker.ts'
import { isSpelledOut, type TokenFormat, tokenFormats } from './token-formats.ts'

interface Candidate extends TokenFormat {
  readonly rest: RegExp
}

const candidates = new Map<string, Candidate>(
  tokenFormats.flatMap((format) => {
    const candidate = { ...format, rest: new RegExp(format.body, 'y') }
    return format.prefixes.map((prefix): [string, Candidate] => [prefix, candidate])
  }),
)
export const tokenPrefixes = [...candidates.keys()]
const anyPrefix = anyLiteral(tokenPrefixes)

export function redactTokens(text: string): string {
  const kept: string[] = []
  let keptUpTo = 0
  anyPrefix.lastIndex = 0
  for (let match = anyPrefix.exec(text); match !== null; match = anyPrefix.exec(text)) {
    const candidate = candidates.get(match[0])
    if (candidate === undefined) continue
    if (candidate.standsAlone && !standsAlone(text, match.index)) continue
    candidate.rest.lastIndex = anyPrefix.lastIndex
    if (!candidate.rest.test(text)) continue
    // Skips the whole run even if it is harmless; rescanning its parts would not be linear.
    anyPrefix.lastIndex = candidate.rest.lastIndex
    if (isHarmless(candidate.kind, text.slice(match.index, anyPrefix.lastIndex))) continue
    kept.push(text.slice(keptUpTo, match.index), redacted(candidate.kind))
    keptUpTo = anyPrefix.lastIndex
  }
  if (kept.length === 0) return text
  return redactAwsSecrets(kept.join('') + text.slice(keptUpTo))
}

const wordEnd = /[A-Za-z0-9]$/
/** Escaped line breaks, percent escapes and terminal colours end in letters but are no words. */
const noWordEnd = /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m)$/

function standsAlone(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 12), index)
  return !wordEnd.test(before) || noWordEnd.test(before)
}

function isHarmless(kind: string, token: string): boolean {
  if (kind === 'jwt') return !token.includes('.')
  return isSpelledOut(token)
}

const awsPair =
  /(\[redacted:aws-access-key\][^\n]{0,40}?\n?[^\n]{0,40}?(?<![A-Za-z0-9/+]))[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g

/** An AWS secret key has no format of its own, but usually follows its access key. */
function redactAwsSecrets(text: string): string {
  return text.replace(awsPair, (_, before: string) => before + redacted('aws-secret'))
}
