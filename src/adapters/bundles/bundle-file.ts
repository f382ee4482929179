/** Reads the compressed bytes of a bundle and decrypts them if necessary. */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import {
  type BundleEnd,
  type BundleHeader,
  type BundleLine,
  bundleEnd,
  bundleFormat,
  bundleHeader,
  bundleLine,
} from '../../contract/bundle.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { parseJson } from '../../core/model/json.ts'
import { damagedBundle, newerBundle, unknownBundle, wrongPassphrase } from './bundle-errors.ts'
import {
  chunkBytes,
  deriveKey,
  inPieces,
  isEncrypted,
  loadSodium,
  longestHeader,
  parseEncryptedHeader,
  type Sodium,
} from './encryption.ts'

/** Reads the file from the start at each call. */
export type BundleBytes = () => AsyncIterable<Uint8Array>

/** @param tries how many passphrases have failed so far */
export type AskPassphrase = (tries: number) => Promise<string>

/**
 * @param askPassphrase called only if the file is encrypted
 * @param mostTries how often to ask again after a wrong passphrase
 * @throws ThroughlineError if it is not a bundle, or if the passphrase does not open it
 */
export async function openBundleFile(
  file: string,
  askPassphrase: AskPassphrase,
  mostTries = 1,
): Promise<BundleBytes> {
  const beginning = await readBeginning(file)
  if (isEncrypted(beginning)) return openEncrypted(file, beginning, askPassphrase, mostTries)
  if (!beginning.subarray(0, zstdMagic.length).equals(zstdMagic)) throw unknownBundle(file)
  return () => createReadStream(file)
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** libsodium's overhead per message. */
const sealBytes = 17

async function readBeginning(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHeader + sealBytes))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function openEncrypted(
  file: string,
  beginning: Buffer,
  askPassphrase: AskPassphrase,
  mostTries: number,
): Promise<BundleBytes> {
  const lineEnd = beginning.indexOf('\n') + 1
  if (lineEnd === 0) throw damagedBundle(file, 'it is cut off')
  const line = beginning.subarray(0, lineEnd).toString('utf8')
  const { cost, salt, streamHeader } = parseEncryptedHeader(file, line)
  const check = beginning.subarray(lineEnd, lineEnd + sealBytes)
  if (check.length < sealBytes) throw damagedBundle(file, 'it is cut off')

  const sodium = await loadSodium()
  const start = (key: Uint8Array): Unseal | undefined => {
    const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(streamHeader, key)
    const unseal: Unseal = (sealed, about) =>
      sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed, about ?? null)
    return unseal(check, line) ? unseal : undefined
  }
  for (let tries = 0; tries < mostTries; tries++) {
    const key = deriveKey(sodium, await askPassphrase(tries), salt, cost)
    if (!start(key)) continue
    return () => {
      const unseal = start(key)
      if (!unseal) throw wrongPassphrase(file)
      return decrypt(file, createReadStream(file, { start: lineEnd + sealBytes }), unseal, sodium)
    }
  }
  throw wrongPassphrase(file)
}

/** @returns false unless this key sealed the chunk at this position */
type Unseal = (
  sealed: Uint8Array,
  about?: string,
) => { readonly message: Uint8Array; readonly tag: number } | false

async function* decrypt(
  file: string,
  sealed: AsyncIterable<Uint8Array>,
  unseal: Unseal,
  { crypto_secretstream_xchacha20poly1305_TAG_FINAL: finalTag }: Sodium,
): AsyncGenerator<Uint8Array> {
  let isComplete = false
  for await (const piece of inPieces(sealed, chunkBytes + sealBytes)) {
    if (isComplete) throw damagedBundle(file, 'something was added to its end')
    const opened = piece.length >= sealBytes && unseal(piece)
    if (!opened) throw damagedBundle(file, 'it is cut off or was changed')
    isComplete = opened.tag === finalTag
    yield opened.message
  }
  if (!isComplete) throw damagedBundle(file, 'it is cut off')
}

/** Far above any line we write. */
const longestLine = 64 * 1024 * 1024

/**
 * Reads the whole file once and keeps nothing.
 * @throws ThroughlineError if the file is damaged, truncated, changed, or of a newer version
 */
export async function verifyBundle(file: string, bytes: BundleBytes): Promise<BundleHeader> {
  const checksum = createHash('sha256')
  let header: BundleHeader | undefined
  let lines = 0
  let last: Buffer | undefined
  for await (const line of splitLines(file, bytes)) {
    if (last) checksum.update(last).update('\n')
    header ??= parseHeader(file, line)
    last = line
    lines += 1
  }
  const end = last && bundleEnd.safeParse(parse(last)).data
  if (!header || !end) throw damagedBundle(file, 'its end is missing')
  if (end.lines !== lines - 1 || end.sha256 !== checksum.digest('hex')) {
    throw damagedBundle(file, 'its checksum does not match')
  }
  return header
}

/** Yields the lines between the first and the last; undefined for lines this version cannot use. */
export async function* readBundleLines(
  file: string,
  bytes: BundleBytes,
): AsyncGenerator<BundleLine | undefined> {
  let isFirst = true
  for await (const text of splitLines(file, bytes)) {
    const line = isFirst ? undefined : parse(text)
    if (!isFirst && !bundleEnd.safeParse(line).success) yield bundleLine.safeParse(line).data
    isFirst = false
  }
}

function parseHeader(file: string, line: Buffer): BundleHeader {
  const given = parse(line)
  const { format } = (given ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > bundleFormat) throw newerBundle(file, format)
  const header = bundleHeader.safeParse(given)
  if (header.success) return header.data
  throw unknownBundle(file)
}

async function* splitLines(file: string, bytes: BundleBytes): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of decompressed(file, bytes)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      parts = []
      length = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine) throw damagedBundle(file, 'a line is too long')
  }
  if (length > 0) throw damagedBundle(file, 'it is cut off')
}

async function* decompressed(file: string, bytes: BundleBytes): AsyncGenerator<Buffer> {
  const input = Readable.from(bytes(), { objectMode: false })
  const output = createZstdDecompress()
  input.on('error', (error) => output.destroy(error))
  try {
    yield* input.pipe(output)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ThroughlineError) throw error
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw error
    throw damagedBundle(file, 'it is cut off or was changed')
  } finally {
    input.destroy()
    output.destroy()
  }
}

const parse = (line: Buffer) => parseJson(line.toString('utf8'))

const chunkCharacters = 64 * 1024

/** JSON lines with a checksum at the end, compressed. */
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
