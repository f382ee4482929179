/** Stores JSON, compressed if long. Each distinct tool payload is stored once. */
import type { Json } from '../../../core/model/json.ts'
import type { Database } from '../connection/database.ts'

/** Loaded on first use, which saves milliseconds if only a session is looked up. */
const zlib = () => process.getBuiltinModule('node:zlib')
const crypto = () => process.getBuiltinModule('node:crypto')

/** Below this, zstd saves almost nothing and takes longer than storing the row. */
const smallestCompressed = 512

export function packJson(value: Json): Buffer {
  return pack(Buffer.from(JSON.stringify(value)))
}

export function unpackJson(body: unknown): Json {
  const bytes = body as Uint8Array
  const text = isCompressed(bytes) ? zlib().zstdDecompressSync(bytes) : Buffer.from(bytes)
  return JSON.parse(text.toString('utf8')) as Json
}

/** Equal payloads have equal hashes. */
export function hashPayload(value: Json): Buffer {
  return hashText(Buffer.from(JSON.stringify(value)))
}

/** @returns the hash by which to read the payload back */
export function keepPayload(database: Database, value: Json): Buffer {
  const text = Buffer.from(JSON.stringify(value))
  const hash = hashText(text)
  // Looking up the hash is faster than compressing.
  if (!isLong(text) || !database.has('SELECT 1 FROM tool_event_payloads WHERE hash = ?', hash)) {
    const payload = { hash, bytes: text.length, body: pack(text) }
    database.insert('tool_event_payloads', payload, 'ON CONFLICT DO NOTHING')
  }
  return hash
}

const hashText = (text: Buffer) => crypto().hash('sha256', text, 'buffer').subarray(0, 16)
const isLong = (text: Buffer) => text.length >= smallestCompressed

function pack(text: Buffer): Buffer {
  // One chunk of just the right size; the default allocates 16 KB per text.
  return isLong(text) ? zlib().zstdCompressSync(text, { chunkSize: text.length }) : text
}

/** Zstd frames start with these bytes; JSON text cannot. */
function isCompressed(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd
}
