import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../core/ports/runtime.ts'

const lettersAndDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function createSecrets(): Secrets {
  return {
    random: (length, alphabet = lettersAndDigits) =>
      Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
    hash: (secret) => hash('sha256', secret),
    isEqual(one, other) {
      const [first, second] = [one, other].map((text) => hash('sha256', text, 'buffer'))
      return timingSafeEqual(first as Buffer, second as Buffer)
    },
  }
}
