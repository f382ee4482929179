/** Reads one pack of objects and its index, only the parts it needs. */
import { closeSync, readSync } from 'node:fs'
import { openRegularFile } from '../read-small-file.ts'

export interface Pack {
  /** Where the object is; undefined if it is not in this pack. */
  offsetOf(id: Buffer): number | undefined
  /** A few ids with this prefix, in hexadecimal. */
  idsLike(prefix: string): string[]
  /** @returns fewer bytes at the end of the file, none beyond it */
  read(offset: number, length: number): Buffer
  close(): void
}

const signature = 0xff744f63
const headerBytes = 8
const fanoutBytes = 256 * 4
const idsAt = headerBytes + fanoutBytes
/** When a search is down to this many ids, they are read at once. */
const idsAtOnce = 512

/** @param path without extension @returns undefined if the pack cannot be read */
export function openPack(path: string, idBytes: number): Pack | undefined {
  const index = openRegularFile(`${path}.idx`)
  const pack = index && openRegularFile(`${path}.pack`)
  if (!index || !pack) {
    if (index) closeSync(index.descriptor)
    return undefined
  }
  const readIndex = (at: number, length: number) => readPart(index.descriptor, at, length)
  const number = (at: number) => {
    const bytes = readIndex(at, 4)
    return bytes.length === 4 ? bytes.readUInt32BE() : 0
  }
  const idAt = (place: number) => readIndex(idsAt + place * idBytes, idBytes)
  const isReadable = number(0) === signature && number(4) === 2
  const most = Math.floor((index.size - idsAt) / (idBytes + 8))
  const total = isReadable ? Math.min(number(idsAt - 4), Math.max(most, 0)) : 0

  let table: Buffer | undefined
  /** The number of ids that start with this byte or a lower one. */
  function countThrough(byte: number): number {
    table ??= readIndex(headerBytes, fanoutBytes)
    return table.length < fanoutBytes ? 0 : Math.min(table.readUInt32BE(byte * 4), total)
  }

  /** The first position whose id is not lower than this one. */
  function lowerBound(id: Buffer): number {
    const first = id[0] ?? 0
    let low = first === 0 ? 0 : countThrough(first - 1)
    let high = countThrough(first)
    const narrow = (idOf: (place: number) => Buffer, wideEnough: number) => {
      while (high - low > wideEnough) {
        const middle = Math.floor((low + high) / 2)
        if (idOf(middle).compare(id) < 0) low = middle + 1
        else high = middle
      }
    }
    narrow(idAt, idsAtOnce)
    const start = low
    const ids = readIndex(idsAt + start * idBytes, Math.max(0, high - low) * idBytes)
    narrow((place) => ids.subarray((place - start) * idBytes, (place - start + 1) * idBytes), 0)
    return low
  }

  function offsetAt(place: number): number {
    const offsetsAt = idsAt + total * (idBytes + 4)
    const offset = number(offsetsAt + place * 4)
    if (offset < 0x80000000) return offset
    // An offset too large for this table is in another one.
    const at = offsetsAt + total * 4 + (offset - 0x80000000) * 8
    return number(at) * 2 ** 32 + number(at + 4)
  }

  return {
    offsetOf(id) {
      const place = lowerBound(id)
      return place < total && idAt(place).equals(id) ? offsetAt(place) : undefined
    },
    idsLike(prefix) {
      const start = Buffer.from(prefix.padEnd(idBytes * 2, '0'), 'hex')
      const first = lowerBound(start)
      const ids = [first, first + 1].filter((place) => place < total).map(idAt)
      return ids.map((id) => id.toString('hex')).filter((id) => id.startsWith(prefix))
    },
    read: (offset, length) => readPart(pack.descriptor, offset, length),
    close() {
      closeSync(index.descriptor)
      closeSync(pack.descriptor)
    },
  }
}

function readPart(descriptor: number, at: number, length: number): Buffer {
  const part = Buffer.allocUnsafe(length)
  return part.subarray(0, readSync(descriptor, part, 0, length, at))
}

/**
 * Most objects in a pack are lists of copies from another one, and insertions.
 * @returns undefined if the delta is damaged or its result too large
 */
export function applyDelta(base: Buffer, delta: Buffer, mostBytes: number): Buffer | undefined {
  const cursor = { at: 0 }
  const baseSize = readSize(delta, cursor)
  const size = readSize(delta, cursor)
  if (baseSize !== base.length || size > mostBytes) return undefined
  const result = Buffer.alloc(size)
  let written = 0
  while (cursor.at < delta.length) {
    const command = delta[cursor.at++] ?? 0
    const [from, start, length] =
      command & 0x80 ? ([base, ...readCopy(delta, command, cursor)] as const) : insertion()
    if (length === 0 || start + length > from.length || written + length > size) return undefined
    from.copy(result, written, start, start + length)
    written += length

    function insertion(): readonly [Buffer, number, number] {
      const start = cursor.at
      cursor.at += command
      return [delta, start, command]
    }
  }
  return written === size ? result : undefined
}

interface Cursor {
  at: number
}

function readSize(delta: Buffer, cursor: Cursor): number {
  let size = 0
  for (let factor = 1; cursor.at < delta.length; factor *= 128) {
    const byte = delta[cursor.at++] ?? 0
    size += (byte & 0x7f) * factor
    if ((byte & 0x80) === 0 || size > Number.MAX_SAFE_INTEGER) break
  }
  return size
}

/** Bits of the command say which bytes of offset and length follow. */
function readCopy(delta: Buffer, command: number, cursor: Cursor): readonly [number, number] {
  let offset = 0
  let length = 0
  for (let bit = 0; bit < 4; bit += 1) {
    if (command & (1 << bit)) offset += (delta[cursor.at++] ?? 0) * 256 ** bit
  }
  for (let bit = 0; bit < 3; bit += 1) {
    if (command & (0x10 << bit)) length += (delta[cursor.at++] ?? 0) * 256 ** bit
  }
  return [offset, length === 0 ? 0x10000 : length]
}
