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
  { name: 'facebook-token', find: ({ text }) => findAll(text, '|', facebookApp, 'facebook-token') },
  { name: 'asana-token', find: ({ text }) => findAll(text, ':', asana, 'asana-token') },
  { name: 'pgpass', find: ({ text }) => findGroup(text, ':', pgpass, 'password') },
  {
    name: 'announcement in Chinese',
    find: (source) =>
      [...source.text.matchAll(shortAnnouncementPattern)].flatMap(
        (match) => findAnnounced(source, match.index, match[0]) ?? [],
      ),
  },
]

const facebookApp = /(?<!\d)\d{15,16}\|[\w-]{27,40}(?![\w-])/g
const asana = /(?<![\w/])[0-2]\/\d{13,19}(?:\/\d{13,19})?:[a-f0-9]{32}/g
/** `host:port:database:user:password`, a line to itself. */
const pgpass = /^[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(\S{4,128})$/gm

function findAll(text: string, sign: string, pattern: RegExp, kind: string): Span[] {
  if (!text.includes(sign)) return []
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => {
    return { start: index, end: index + found.length, kind }
  })
}

function findGroup(text: string, sign: string, pattern: RegExp, kind: string): Span[] {
  if (!text.includes(sign)) return []
  return [...text.matchAll(pattern)].map(({ index, 0: found, 1: secret = '' }) => {
    const end = index + found.length
    return { start: end - secret.length, end, kind }
  })
}
