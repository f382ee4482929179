/** Cuts a stream of bytes into pieces of one size; only the last may be shorter. */
export async function* inPieces(
  stream: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    parts.push(chunk)
    length += chunk.length
    if (length < size) continue
    const gathered = Buffer.concat(parts, length)
    const rest = length % size
    for (let from = 0; from < length - rest; from += size) {
      yield gathered.subarray(from, from + size)
    }
    parts = [gathered.subarray(length - rest)]
    length = rest
  }
  if (length > 0) yield Buffer.concat(parts, length)
}
