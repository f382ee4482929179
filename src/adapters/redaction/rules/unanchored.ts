/** Secrets without a literal of their own, searched for separately. */
import type { Source } from '../scan/source.ts'
import { findDiscordTokens } from './infix-tokens.ts'
import type { Span } from './rule.ts'
import { findSeedPhrases } from './seed-phrases.ts'
import { findUnknownTokens } from './unknown-tokens.ts'
import { findUserInfo } from './url-credentials.ts'

export interface UnanchoredRule {
  readonly name: string
  find(source: Source): readonly Span[]
}

export const unanchoredRules: readonly UnanchoredRule[] = [
  { name: 'discord-token', find: ({ text }) => findDiscordTokens(text) },
  { name: 'seed-phrase', find: ({ text }) => findSeedPhrases(text) },
  {
    name: 'facebook-token',
    find: ({ text }) => findAfterDigit(text, facebookApp, 'facebook-token'),
  },
  { name: 'user-info', find: ({ text }) => findUserInfo(text) },
  { name: 'token', find: ({ text }) => findUnknownTokens(text) },
  { name: 'asana-token', find: ({ text }) => findAfterDigit(text, asana, 'asana-token') },
]

interface SignedPattern {
  readonly sign: string
  /** Sticky; begins with the sign, which a digit precedes. */
  readonly pattern: RegExp
}

const facebookApp = { sign: '|', pattern: /\|(?<=\d{15}\|)[\w-]{27,40}(?![\w-])/y }
const asana = { sign: ':', pattern: /:(?<=\/\d{13,19}:)[a-f0-9]{32}(?![a-f0-9])/y }

/** To search for one character is many times as fast as to search with a pattern. */
function findAfterDigit(text: string, { sign, pattern }: SignedPattern, kind: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    if (!isDigit(text.charCodeAt(at - 1))) continue
    pattern.lastIndex = at
    if (pattern.test(text)) spans.push({ start: at, end: pattern.lastIndex, kind })
  }
  return spans
}

const isDigit = (code: number) => code >= 48 && code <= 57
