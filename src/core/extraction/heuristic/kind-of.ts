/** Which kind of statement a sentence makes, once it is known to be worth keeping. */
import type { MemoryKind } from '../../../contract/memory.ts'
import { type Grammar, weigh } from './cue.ts'

/** The kind most said; of equals the one named first. */
export function kindOf(plain: string, grammars: readonly Grammar[]): MemoryKind {
  let best: { readonly kind: MemoryKind; readonly weight: number } | undefined
  for (const { kind, cues } of grammars) {
    const weight = weigh(cues, plain)
    if (!best || weight > best.weight) best = { kind, weight }
  }
  return best?.kind ?? 'fact'
}
