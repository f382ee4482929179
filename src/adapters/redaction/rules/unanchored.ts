/** Secrets without a literal of their own, searched for separately. */
import type { Source } from '../scan/source.ts'
import { findAnnounced, shortAnnouncementPattern } from './announcements.ts'
import { findDiscordTokens } from './infix-tokens.ts'
import type { Span } from './rule.ts'
import { findSeedPhrases } from './seed-phrases.ts'

export interface UnanchoredRule {
  readonly name: string
  find(source: Source): readonly Span[]
}

export const unanchoredRules: readonly UnanchoredRule[] = [
  { name: 'discord-token', find: ({ text }) => findDiscordTokens(text) },
  { name: 'seed-phrase', find: ({ text }) => findSeedPhrases(text) },
  { name: 'facebook-token', find: ({ text }) => findAll(text, facebookApp, 'facebook-token') },
  { name: 'asana-token', find: ({ text }) => findAll(text, asana, 'asana-token') },
  {
    name: 'announcement in Chinese',
    find: (source) =>
      [...source.text.matchAll(shortAnnouncementPattern)].flatMap(
        (match) => findAnnounced(source, match.index, match[0]) ?? [],
      ),
  },
]

// What comes before is compared last: the search for one character is the fastest.
const facebookApp = /\|(?<=\d{15}\|)[\w-]{27,40}(?![\w-])/g
const asana = /:(?<=\/\d{13,19}:)[a-f0-9]{32}(?![a-f0-9])/g
function findAll(text: string, pattern: RegExp, kind: string): Span[] {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
    return { start: index, end: index + found.length, kind }
  })
}
