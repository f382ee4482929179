/**
 * Finds any of several hundred literals in one pass: a table says which three characters can start
 * one, so most characters cost one lookup. A pattern of the same literals takes twice as long.
 */

export interface Anchor<Owner> {
  /** At least three characters. */
  readonly literal: string
  readonly ignoresCase: boolean
  readonly owner: Owner
}

export interface LiteralScanner<Owner> {
  /** Visits anchors that start in `from`…`to`, in order. */
  scan(text: string, from: number, to: number, visit: Visit<Owner>): void
}

type Visit<Owner> = (owner: Owner, at: number, literal: string) => void

const keyCount = 1 << 15

export function createScanner<Owner>(anchors: readonly Anchor<Owner>[]): LiteralScanner<Owner> {
  /** By key and by the character after it. */
  const buckets = new Map<number, Anchor<Owner>[]>()
  /** For every key, which characters may follow: one bit for each. */
  const followers = new Int32Array(keyCount)
  for (const anchor of anchors) {
    const key = keyOf(anchor.literal)
    for (const follower of followersOf(anchor.literal)) {
      const place = (key << 5) | follower
      buckets.set(place, [...(buckets.get(place) ?? []), anchor])
      followers[key] = (followers[key] ?? 0) | (1 << follower)
    }
  }
  return {
    scan(text, from, to, visit) {
      const end = Math.min(text.length, to + 2)
      let key = 0
      for (let index = from; index < end; index++) {
        key = ((key << 5) ^ (text.charCodeAt(index) & 31)) & 0x7fff
        const mayFollow = followers[key] ?? 0
        if (mayFollow === 0 || index - from < 2) continue
        const follower = text.charCodeAt(index + 1) & 31
        if (((mayFollow >>> follower) & 1) === 0) continue
        for (const anchor of buckets.get((key << 5) | follower) ?? []) {
          if (standsAt(text, index - 2, anchor)) visit(anchor.owner, index - 2, anchor.literal)
        }
      }
    },
  }
}

/** Five bits of each character: a letter's case makes no difference. */
function keyOf(literal: string): number {
  let key = 0
  for (let index = 0; index < 3; index++) key = (key << 5) ^ (literal.charCodeAt(index) & 31)
  return key & 0x7fff
}

function followersOf(literal: string): number[] {
  if (literal.length > 3) return [literal.charCodeAt(3) & 31]
  return Array.from({ length: 32 }, (_, follower) => follower)
}

function standsAt<Owner>(text: string, at: number, { literal, ignoresCase }: Anchor<Owner>) {
  // The table has compared the start of it, so a difference is soonest found at the end.
  const last = literal.length - 1
  if (((text.charCodeAt(at + last) ^ literal.charCodeAt(last)) & ~caseBit) !== 0) return false
  if (!ignoresCase) return text.startsWith(literal, at)
  for (let index = last; index >= 0; index--) {
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
