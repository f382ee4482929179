/** What speaks for or against a reading of a sentence, and how much. */
import type { MemoryKind } from '../../../contract/memory.ts'

export interface Cue {
  /** Matched against the normalised sentence. */
  readonly pattern: RegExp
  /** Below zero when it speaks against. */
  readonly weight: number
}

/** How one kind of memory is said. */
export interface Grammar {
  readonly kind: MemoryKind
  readonly cues: readonly Cue[]
}

export function cue(weight: number, pattern: RegExp): Cue {
  return { pattern, weight }
}

/** A pattern made of parts that are patterns themselves; it may go on over lines. */
export function phrase(text: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw(text, ...parts).replace(/\n\s*/g, ''), 'u')
}

/** Each cue counts once, however often it is found. */
export function weigh(cues: readonly Cue[], plain: string): number {
  let sum = 0
  for (const { pattern, weight } of cues) if (pattern.test(plain)) sum += weight
  return sum
}
