/** libsodium, loaded only when a bundle is encrypted or decrypted: its WebAssembly takes memory. */
import type { KeyCost } from './encrypted-header.ts'

export type Sodium = typeof import('libsodium-wrappers-sumo')['default']

export async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers-sumo')
  await sodium.ready
  return sodium
}

/** Blocks the thread for a second or two; that is its purpose. */
export function deriveKey(
  sodium: Sodium,
  passphrase: string,
  salt: Uint8Array,
  { passes, memoryBytes }: KeyCost,
): Uint8Array {
  return sodium.crypto_pwhash(
    sodium.crypto_secretstream_xchacha20poly1305_KEYBYTES,
    // One keyboard types é as one character, another as two.
    passphrase.normalize('NFC'),
    salt,
    passes,
    memoryBytes,
    sodium.crypto_pwhash_ALG_ARGON2ID13,
  )
}
