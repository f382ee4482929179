/** Bundles as bytes: JSON lines with a checksum at the end, compressed. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import type { BundleEnd, BundleHeader, BundleLine } from '../../contract/bundle.ts'

const chunkCharacters = 64 * 1024

export function bundleBytes(
  header: BundleHeader,
  lines: Iterable<BundleLine> | AsyncIterable<BundleLine>,
): AsyncIterable<Uint8Array> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 6, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  const text = Readable.from(bundleText(header, lines), { objectMode: false })
  text.on('error', (error) => compress.destroy(error))
  return text.pipe(compress)
}

async function* bundleText(
  header: BundleHeader,
  lines: Iterable<BundleLine> | AsyncIterable<BundleLine>,
): AsyncGenerator<string> {
  const checksum = createHash('sha256')
  let chunk = `${JSON.stringify(header)}\n`
  let count = 1
  for await (const line of lines) {
    chunk += `${JSON.stringify(line)}\n`
    count += 1
    if (chunk.length < chunkCharacters) continue
    checksum.update(chunk)
    yield chunk
    chunk = ''
  }
  checksum.update(chunk)
  const end: BundleEnd = { type: 'end', lines: count, sha256: checksum.digest('hex') }
  yield `${chunk}${JSON.stringify(end)}\n`
}
