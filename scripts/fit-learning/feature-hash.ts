/** A hash of the code that computes features: weights fitted with other code mean nothing. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const files = [
  'extraction/heuristic/account.ts',
  'cues/chosen.ts',
  'cues/short-lived.ts',
  'extraction/heuristic/episode.ts',
  'cues/features.ts',
  'cues/passage.ts',
  'asks/moment-features.ts',
]

export function hashFeatures(): string {
  const hash = createHash('sha256')
  for (const file of files) {
    hash.update(readFileSync(new URL(`../../src/core/${file}`, import.meta.url)))
  }
  return hash.digest('hex').slice(0, 16)
}
