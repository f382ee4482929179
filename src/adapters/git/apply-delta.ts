/** Objects in a pack are mostly kept as a list of copies from, and insertions into, another one. */

/** @returns undefined if it is damaged or its result would be larger than allowed */
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
