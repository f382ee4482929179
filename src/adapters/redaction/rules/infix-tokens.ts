/** Tokens recognisable by a literal in their middle or at their end. */

import { alphanumeric, runStart, tableOf } from '../scan/character-table.ts'
import type { Source } from '../scan/source.ts'
import { decodeBase64 } from '../values/base64.ts'
import type { Rule, Span } from './rule.ts'

interface InfixFormat {
  readonly kind: string
  readonly infixes: readonly string[]
  /** The characters before the infix, and how many of them at least and at most. */
  readonly before: string
  readonly lengths: readonly [number, number]
  readonly after: RegExp
}

const digits = '0123456789'.split('')

const formats: readonly InfixFormat[] = [
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
  ...formats.map((format) => {
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
        if (at - start < lengths[0]) return undefined
        source.markRead(format, end)
        return { start, end, kind }
      },
    }
  }),
]

const discordEnd = /\.[\w-]{6}\.[\w-]{27,64}/y
const betweenDots = 7

/** A Discord token has no literal: a number in base64, six characters and a signature. */
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
/** What precedes the number may be the letter of an escaped line break. */
const discordId = /[MNO][\w-]{21,27}$/

function isDiscordId(id: string): boolean {
  if (/^\d{16,20}$/.test(decodeBase64(id))) return true
  return /\d/.test(id) && /[a-z]/.test(id) && /[A-Z]/.test(id)
}
