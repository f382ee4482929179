/**
 * Encrypts bytes with a passphrase, using only libsodium: argon2id derives the key, and
 * secretstream seals each chunk, so that a changed, moved, repeated or missing chunk is detected.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../core/model/json.ts'
import { damagedBundle, newerBundle } from './bundle-errors.ts'

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

export interface KeyCost {
  readonly passes: number
  readonly memoryBytes: number
}

const mebibyte = 1024 * 1024

/** libsodium's "moderate" cost: about a second on a laptop. */
const keyCost: KeyCost = { passes: 3, memoryBytes: 256 * mebibyte }

/** Bytes of plain text in every chunk except the last. */
export const chunkBytes = 64 * 1024

const format = 1
const bytes = (length: number) =>
  z
    .base64()
    .max(100)
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => value.length === length)

/** The file sets the cost, so limit it: a hostile file must not exhaust memory or run for minutes. */
const schema = z.object({
  type: z.literal('encrypted-bundle'),
  format: z.literal(format),
  key: z.object({
    algorithm: z.literal('argon2id'),
    passes: z.int().min(1).max(8),
    memoryBytes: z
      .int()
      .min(8 * mebibyte)
      .max(512 * mebibyte),
    salt: bytes(16),
  }),
  cipher: z.object({
    algorithm: z.literal('xchacha20poly1305-secretstream'),
    header: bytes(24),
  }),
})

interface EncryptedHeader {
  readonly cost: KeyCost
  readonly salt: Uint8Array
  readonly streamHeader: Uint8Array
}

const opening = '{"type":"encrypted-bundle"'

/** The maximum length of a header in any version, including the line break. */
export const longestHeader = 1_024

function formatHeader({ cost, salt, streamHeader }: EncryptedHeader): string {
  const base64 = (value: Uint8Array) => Buffer.from(value).toString('base64')
  const header: z.input<typeof schema> = {
    type: 'encrypted-bundle',
    format,
    key: { algorithm: 'argon2id', ...cost, salt: base64(salt) },
    cipher: { algorithm: 'xchacha20poly1305-secretstream', header: base64(streamHeader) },
  }
  return `${JSON.stringify(header)}\n`
}

export const isEncrypted = (beginning: Buffer) =>
  beginning.subarray(0, opening.length).toString('latin1') === opening

/** @throws ThroughlineError if the header is damaged, of a newer version, or too expensive */
export function parseEncryptedHeader(file: string, line: string): EncryptedHeader {
  const given = parseJson(line)
  const { format: version } = (given ?? {}) as { format?: unknown }
  if (typeof version === 'number' && version > format) throw newerBundle(file, version)
  const { success, data } = schema.safeParse(given)
  if (!success) throw damagedBundle(file, 'its first line is not valid')
  const { salt, passes, memoryBytes } = data.key
  return { cost: { passes, memoryBytes }, salt, streamHeader: data.cipher.header }
}

/** Splits a stream of bytes into pieces of one size; only the last may be shorter. */
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

export type Sodium = typeof import('libsodium-wrappers-sumo')['default']

/** Loaded only to encrypt or decrypt a bundle: its WebAssembly takes memory. */
export async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers-sumo')
  await sodium.ready
  return sodium
}

/** Blocks the thread for a second or two, on purpose. */
export function deriveKey(
  sodium: Sodium,
  passphrase: string,
  salt: Uint8Array,
  { passes, memoryBytes }: KeyCost,
): Uint8Array {
  return sodium.crypto_pwhash(
    sodium.crypto_secretstream_xchacha20poly1305_KEYBYTES,
    // Some keyboards type é as one character, others as two.
    passphrase.normalize('NFC'),
    salt,
    passes,
    memoryBytes,
    sodium.crypto_pwhash_ALG_ARGON2ID13,
  )
}
