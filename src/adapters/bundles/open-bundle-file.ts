/** The compressed bytes of a bundle, decrypted if it is encrypted. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { damagedBundle, unknownBundle, wrongPassphrase } from './bundle-errors.ts'
import { chunkBytes, isEncrypted, longestHeader, parseHeader } from './encrypted-header.ts'
import { inPieces } from './in-pieces.ts'
import { deriveKey, loadSodium, type Sodium } from './sodium.ts'

/** Reads the file from its beginning, each time it is called. */
export type BundleBytes = () => AsyncIterable<Uint8Array>

/** @param tries how many passphrases did not open the file */
export type AskPassphrase = (tries: number) => Promise<string>

/**
 * @param askPassphrase called only if the file is encrypted
 * @param mostTries how often it is called if a passphrase does not open the file
 * @throws ThroughlineError if it is no bundle, or if the passphrase does not open it
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
/** What libsodium adds to every message. */
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
  const { cost, salt, streamHeader } = parseHeader(file, line)
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

/** @returns false unless the chunk was sealed with this key, in this place */
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
