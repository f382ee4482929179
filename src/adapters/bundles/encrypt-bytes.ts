/**
 * Encrypts bytes with a passphrase, by libsodium alone: argon2id derives the key, and each chunk is
 * sealed by its secretstream, which notices a chunk that was changed, moved, repeated or cut off.
 */
import { randomBytes } from 'node:crypto'
import { chunkBytes, formatHeader, keyCost } from './encrypted-header.ts'
import { inPieces } from './in-pieces.ts'
import { deriveKey, loadSodium } from './sodium.ts'

export async function* encryptBytes(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = keyCost,
): AsyncGenerator<Uint8Array> {
  const sodium = await loadSodium()
  const salt = randomBytes(sodium.crypto_pwhash_SALTBYTES)
  const key = deriveKey(sodium, passphrase, salt, cost)
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key)
  const seal = (message: Uint8Array, tag: number, about: string | null = null) =>
    sodium.crypto_secretstream_xchacha20poly1305_push(state, message, about, tag)
  const more = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
  const last = sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL

  const line = formatHeader({ cost, salt, streamHeader: header })
  yield Buffer.from(line)
  yield seal(new Uint8Array(), more, line)
  let held: Uint8Array = new Uint8Array()
  for await (const piece of inPieces(plain, chunkBytes)) {
    if (held.length > 0) yield seal(held, more)
    held = piece
  }
  yield seal(held, last)
}
