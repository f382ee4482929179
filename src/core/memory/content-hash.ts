/** Tells whether two contents are the same text, however it was wrapped. */
import type { Hash } from '../model/hash.ts'

/** 128 bits are plenty, and half as much to keep. */
const hexDigits = 32

export function hashContent(content: string, hash: Hash): string {
  return hash(content.normalize('NFC').replace(/\s+/g, ' ').trim()).slice(0, hexDigits)
}
