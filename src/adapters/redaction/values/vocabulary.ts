/**
 * The words of names, settings and software texts, learned from projects, and the few that occur
 * next to a secret's name. Both are Bloom filters, so one word in a hundred is a false positive.
 */
import { ordinaryWords, wordsBesideSecrets } from './ordinary-words.ts'

const part = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{M}]+/gu
const shortest = 3
const longest = 24

/** Returns the words of a text or a name in lower case; shorter ones mean nothing. */
export function partsOf(text: string): string[] {
  return (text.match(part) ?? [])
    .filter(({ length }) => length >= shortest && length <= longest)
    .map((word) => word.toLowerCase())
}

/** Whether code and texts about software contain all of its words. */
export const isOrdinary = (value: string): boolean => hasAll(ordinary, value)

/** Whether such words occur next to a secret's name when no secret is given. */
export const isSaidOfSecrets = (value: string): boolean =>
  hasAll(beside, value) && isOrdinary(value)

const ordinary = decodedOnce(ordinaryWords)
const beside = decodedOnce(wordsBesideSecrets)

function decodedOnce(base64: string): () => Buffer {
  let bits: Buffer | undefined
  return () => {
    bits ??= Buffer.from(base64, 'base64')
    return bits
  }
}

function hasAll(set: () => Buffer, value: string): boolean {
  const [bits, words] = [set(), partsOf(value)]
  const isMember = (word: string) =>
    bitsOfWord(word, bits.length * 8).every((at) => ((bits[at >> 3] ?? 0) >> (at & 7)) & 1)
  return (
    words.length > 0 && words.every((word) => isMember(word) || isMember(word.replace(ending, '')))
  )
}

/** English endings: if `charge` is ordinary, so are `charged` and `charges`. */
const ending = /(?:s|d|ed|ing|ly|less|able|er)$/

const bitsEach = 7

/** Returns the bits of a set that represent the word. */
export function bitsOfWord(word: string, size: number): number[] {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ code, 0x5bd1e995) ^ (other >>> 15)
  }
  return Array.from({ length: bitsEach }, (_, n) => ((one >>> 0) + n * ((other | 1) >>> 0)) % size)
}
