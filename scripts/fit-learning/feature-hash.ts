/**
 * A hash of the code that computes features: weights fitted with other code mean nothing. It is taken
 * of the syntax tree, so comments and formatting are free to change.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

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
    const text = readFileSync(new URL(`../../src/core/${file}`, import.meta.url), 'utf8')
    hash.update(JSON.stringify(parseSync(file, text).program, withoutPlaces))
  }
  return hash.digest('hex').slice(0, 16)
}

function withoutPlaces(name: string, value: unknown): unknown {
  return name === 'start' || name === 'end' ? undefined : value
}
