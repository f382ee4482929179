/**
 * How an encrypted bundle begins: a line of JSON that says how its key is derived. An empty message
 * follows, which tells a wrong passphrase from damage further on.
 */
import { z } from 'zod'
import { parseJson } from '../../core/model/json-values.ts'
import { damagedBundle, newerBundle } from './bundle-errors.ts'

export interface KeyCost {
  readonly passes: number
  readonly memoryBytes: number
}

const mebibyte = 1024 * 1024

/** libsodium's “moderate” cost: about a second on a laptop. */
export const keyCost: KeyCost = { passes: 3, memoryBytes: 256 * mebibyte }

/** Bytes of plain text in every chunk but the last. */
export const chunkBytes = 64 * 1024

const format = 1
const bytes = (length: number) =>
  z
    .base64()
    .max(100)
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => value.length === length)

/** The file chooses the cost, so a hostile one must not take all memory or run for minutes. */
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

export interface EncryptedHeader {
  readonly cost: KeyCost
  readonly salt: Uint8Array
  readonly streamHeader: Uint8Array
}

const opening = '{"type":"encrypted-bundle"'

/** The longest that a header of any version may be, line end included. */
export const longestHeader = 1_024

export function formatHeader({ cost, salt, streamHeader }: EncryptedHeader): string {
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

/** @throws ThroughlineError for a header that is damaged, of a newer version, or asks too much */
export function parseHeader(file: string, line: string): EncryptedHeader {
  const given = parseJson(line)
  const { format: version } = (given ?? {}) as { format?: unknown }
  if (typeof version === 'number' && version > format) throw newerBundle(file, version)
  const { success, data } = schema.safeParse(given)
  if (!success) throw damagedBundle(file, 'its first line is not valid')
  const { salt, passes, memoryBytes } = data.key
  return { cost: { passes, memoryBytes }, salt, streamHeader: data.cipher.header }
}
