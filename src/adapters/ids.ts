/** UUIDv7 ids that sort in the order of their creation, even when the clock steps back. */
import type { Clock, IdSource } from '../core/ports/clock.ts'

/**
 * @param after every new id sorts after this one, e.g. the newest one stored
 * @param random returns eight bytes; loading node:crypto takes milliseconds
 */
export function createIdSource(
  clock: Clock,
  after?: string,
  random: () => Buffer = cryptoRandom,
): IdSource {
  let time = after ? timeOf(after) : 0
  let counter = after ? 0xfff : 0
  return {
    next() {
      const now = clock.now().getTime()
      if (now > time) {
        time = now
        counter = 0
      } else if (++counter > 0xfff) {
        time += 1
        counter = 0
      }
      return format(time, counter, random())
    },
  }
}

const bytesPerId = 8
let pool = Buffer.alloc(0)

/** Fetches the bytes for many ids at once: each call of the system costs more than they do. */
function cryptoRandom(): Buffer {
  if (pool.length === 0) {
    pool = process.getBuiltinModule('node:crypto').randomBytes(256 * bytesPerId)
  }
  const bytes = pool.subarray(0, bytesPerId)
  pool = pool.subarray(bytesPerId)
  return bytes
}

function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** RFC 9562: 48 bits of milliseconds, version 7, a 12-bit counter, 62 random bits. */
function format(time: number, counter: number, random: Buffer): string {
  const hex = time.toString(16).padStart(12, '0')
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  const count = counter.toString(16).padStart(3, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${count}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

/**
 * SHA-256 in hexadecimal. Loads node:crypto on first use: it takes 6 ms, and most
 * projects are identified by their remote.
 */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content)
}
