/** UUIDv7 ids that sort by creation, even if the clock goes back. */
import type { Clock, IdSource } from '../core/ports/runtime.ts'

export interface FollowingIdSource extends IdSource {
  /** Makes every later id sort after this one, for example the newest one stored. */
  follow(id: string): void
}

/** @param random returns eight bytes; loading node:crypto takes milliseconds */
export function createIdSource(
  clock: Clock,
  random: () => Buffer = cryptoRandom,
): FollowingIdSource {
  let time = 0
  let counter = 0
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
    follow(id) {
      const other = placeOf(id)
      if (other.time < time || (other.time === time && other.counter < counter)) return
      time = other.time
      counter = other.counter
    },
  }
}

const bytesPerId = 8
let pool = Buffer.alloc(0)

/** Fetches bytes for many ids at once, because each system call costs more than they do. */
function cryptoRandom(): Buffer {
  if (pool.length === 0) {
    pool = process.getBuiltinModule('node:crypto').randomBytes(256 * bytesPerId)
  }
  const bytes = pool.subarray(0, bytesPerId)
  pool = pool.subarray(bytesPerId)
  return bytes
}

function placeOf(id: string): { time: number; counter: number } {
  const hex = (from: number, to: number) => Number.parseInt(id.slice(from, to), 16)
  return { time: hex(0, 8) * 0x1_0000 + hex(9, 13), counter: hex(15, 18) }
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
 * SHA-256 in hexadecimal. Loads node:crypto on first use: that takes 6 ms, and most projects are
 * identified by their remote.
 */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content)
}
