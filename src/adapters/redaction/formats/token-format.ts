/** The format of a secret with a recognisable prefix. */
import { isPlaceholder } from '../values/secret-values.ts'

export interface TokenFormat {
  readonly kind: string
  /** Plain literals of at least three characters. */
  readonly prefixes: readonly string[]
  /** The token ends at the first character outside this set. */
  readonly characters: RegExp
  readonly minLength: number
  readonly maxLength: number
  /** What must follow the prefix within `characters`; repetition is bounded. */
  readonly shape?: RegExp
  /** The prefix is short or a word, so no letter may precede it and the rest must look random. */
  readonly isWeak: boolean
}

/** Each pattern matches the first character after a run. */
export const characters = {
  word: /[^A-Za-z0-9_-]/g,
  dotted: /[^A-Za-z0-9_.-]/g,
  alphanumeric: /[^A-Za-z0-9]/g,
  underscored: /[^A-Za-z0-9_]/g,
  hex: /[^A-Fa-f0-9]/g,
  dashedHex: /[^A-Fa-f0-9-]/g,
  base64: /[^A-Za-z0-9+/=_-]/g,
  upper: /[^A-Z0-9]/g,
  dashedUpper: /[^A-Z0-9-]/g,
  path: /[^A-Za-z0-9_/\\@.-]/g,
  any: /[\s"'`<>,;)\]}\\]/g,
} as const

type Characters = keyof typeof characters

/** A prefix that starts nothing else. */
export function strong(
  kind: string,
  prefixes: string,
  set: Characters,
  minLength: number,
  shape?: RegExp,
): TokenFormat {
  return format(kind, prefixes, set, [minLength, Number.POSITIVE_INFINITY], shape, false)
}

/** A prefix that other words contain too (`task-`, `shelf_`). */
export function weak(
  kind: string,
  prefixes: string,
  set: Characters,
  lengths: number | readonly [number, number],
  shape?: RegExp,
): TokenFormat {
  const range =
    typeof lengths === 'number' ? ([lengths, Number.POSITIVE_INFINITY] as const) : lengths
  return format(kind, prefixes, set, range, shape, true)
}

function format(
  kind: string,
  prefixes: string,
  set: Characters,
  [minLength, maxLength]: readonly [number, number],
  shape: RegExp | undefined,
  isWeak: boolean,
): TokenFormat {
  const base = { kind, prefixes: prefixes.split(' '), characters: characters[set] }
  return { ...base, minLength, maxLength, isWeak, ...(shape && { shape }) }
}

/** Adds every possible next digit if the prefix alone is too short or too common. */
export function withNext(prefix: string, nextCharacters: string): string {
  return [...nextCharacters].map((next) => prefix + next).join(' ')
}

export const hexDigits = '0123456789abcdef'
export const upperAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Whether text in a token's format is readable: `sk-your-key-here`, `ghp_xxxxxxxxxxxxxxxx`,
 * `sk-loading-spinner-large`.
 */
export function isReadable(token: string): boolean {
  if (/^[A-Z\d]*EXAMPLE[A-Z\d]*$|EXAMPLE$/.test(token) || isPlaceholder(token)) return true
  const parts = token.split(/[-_./]/)
  const body = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
  if (new Set(body.toLowerCase()).size <= 2) return true
  if (body.length >= 16) return false
  return parts.length > 2 && parts.every((part) => plainWord.test(part))
}

const plainWord = /^(?:[a-z]*|[A-Z]+|[A-Z][a-z]+|v?\d{1,4})$/
