/**
 * Finds any of a thousand literals in one pass. A table knows which four characters can start one,
 * so most characters cost one lookup. A regular expression takes several times as long.
 */

export interface Anchor<Owner> {
  /** At least two characters. */
  readonly literal: string
  readonly ignoresCase: boolean
  readonly owner: Owner
}

export interface LiteralScanner<Owner> {
  /** Visits anchors that start in `from`…`to`, in order. Do not call the scanner while visiting. */
  scan(text: string, from: number, to: number, visit: Visit<Owner>): void
}

type Visit<Owner> = (owner: Owner, at: number, literal: string) => void

/** Five bits of each of four characters, the same for both cases. */
const keyMask = 0xfffff
const codeMask = 31

export function createScanner<Owner>(anchors: readonly Anchor<Owner>[]): LiteralScanner<Owner> {
  const buckets: Anchor<Owner>[][] = [[]]
  /** One bit per key. Fits into the processor's cache, unlike the numbers. */
  const isKey = new Uint8Array((keyMask + 1) / 8)
  const bucketOf = new Uint16Array(keyMask + 1)
  for (const anchor of anchors) {
    for (const key of keysOf(anchor.literal)) {
      isKey[key >> 3] = (isKey[key >> 3] ?? 0) | (1 << (key & 7))
      const bucket = bucketOf[key] ?? 0
      if (bucket > 0) buckets[bucket]?.push(anchor)
      else bucketOf[key] = buckets.push([anchor]) - 1
    }
  }
  const space = createSpace(Math.max(4, ...anchors.map(({ literal }) => literal.length)))
  return {
    scan(text, from, to, visit) {
      const end = Math.min(text.length, to) - from
      const codes = space.read(text, from, end)
      const visitAnchors = (key: number, at: number) => {
        for (const anchor of buckets[bucketOf[key] ?? 0] ?? []) {
          if (endsAt(codes, at, anchor.literal) && standsAt(text, from + at, anchor)) {
            visit(anchor.owner, from + at, anchor.literal)
          }
        }
      }
      let key = firstCodes(codes)
      // Two at a time: usually neither is a key, and a single branch finds out.
      for (let at = 0; at < end; at += 2) {
        const first = ((key << 5) | ((codes[at + 3] ?? 0) & codeMask)) & keyMask
        const second = ((first << 5) | ((codes[at + 4] ?? 0) & codeMask)) & keyMask
        key = second
        const isFirst = (isKey[first >> 3] ?? 0) >> (first & 7)
        const isSecond = (isKey[second >> 3] ?? 0) >> (second & 7)
        if (((isFirst | isSecond) & 1) === 0) continue
        if ((isFirst & 1) === 1) visitAnchors(first, at)
        if ((isSecond & 1) === 1 && at + 1 < end) visitAnchors(second, at + 1)
      }
    },
  }
}

/** A literal of two or three characters may precede any others. */
function keysOf(literal: string): number[] {
  const codes = Array.from({ length: 4 }, (_, at) => literal.charCodeAt(at) & codeMask)
  const start = codes.slice(0, literal.length).reduce((key, code) => (key << 5) | code, 0)
  const free = 5 * Math.max(0, 4 - literal.length)
  return Array.from({ length: 1 << free }, (_, rest) => (start << free) | rest)
}

function firstCodes(codes: Uint8Array): number {
  const codeAt = (at: number) => (codes[at] ?? 0) & codeMask
  return (codeAt(0) << 10) | (codeAt(1) << 5) | codeAt(2)
}

/**
 * The last byte of each character is enough for a key, and faster to read than the text.
 * @param lookahead how many characters to read after the scanned part
 */
function createSpace(lookahead: number) {
  let bytes = Buffer.alloc(0)
  return {
    read(text: string, from: number, length: number): Uint8Array {
      const wanted = length + lookahead
      if (bytes.length < wanted) bytes = Buffer.alloc(wanted)
      const end = Math.min(text.length, from + wanted)
      bytes.write(text.slice(from, end), 'latin1')
      bytes.fill(0, end - from, wanted)
      return bytes
    },
  }
}

/** The table has compared the start already, so differences are more likely at the end. */
function endsAt(codes: Uint8Array, at: number, literal: string): boolean {
  const last = literal.length - 1
  return (((codes[at + last] ?? 0) ^ literal.charCodeAt(last)) & 0xff & ~caseBit) === 0
}

function standsAt<Owner>(text: string, at: number, { literal, ignoresCase }: Anchor<Owner>) {
  if (!ignoresCase) return text.startsWith(literal, at)
  for (let index = literal.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(at + index)
    if (code !== literal.charCodeAt(index) && lowerCase(code) !== literal.charCodeAt(index)) {
      return false
    }
  }
  return true
}

const caseBit = 32

function lowerCase(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code
}

/** A set of characters with a one-step lookup; regular expressions take ten times as long. */

type CharacterTable = Uint8Array

export const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param characters ASCII only */
export function tableOf(characters: string): CharacterTable {
  const table = new Uint8Array(128)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

export function isIn(table: CharacterTable, code: number): boolean {
  return code < 128 && table[code] === 1
}

/** Where the run of these characters that starts at `from` ends, at most `longest` characters on. */
export function runEnd(text: string, from: number, table: CharacterTable, longest: number): number {
  const limit = Math.min(text.length, from + longest)
  let end = from
  while (end < limit && isIn(table, text.charCodeAt(end))) end++
  return end
}

/** Where the run of these characters that ends at `end` starts. */
export function runStart(
  text: string,
  end: number,
  table: CharacterTable,
  longest: number,
): number {
  const limit = Math.max(0, end - longest)
  let start = end
  while (start > limit && isIn(table, text.charCodeAt(start - 1))) start--
  return start
}
