/** Randomness and hashes for what proves who someone is. */
export interface Secrets {
  /** Characters of the alphabet, each chosen with the same chance. By default letters and digits. */
  random(length: number, alphabet?: string): string
  /** SHA-256 in hexadecimal. Only for secrets too long to guess, or too short-lived. */
  hash(secret: string): string
  /** Takes the same time wherever they differ. */
  isEqual(one: string, other: string): boolean
}
