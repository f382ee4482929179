import type { MemorySource } from '../../memory/memory.ts'

/** The turn a memory rests on, where it was captured. */
export function turnSource(turnId: string | undefined): readonly MemorySource[] {
  return turnId === undefined ? [] : [{ type: 'turn', ref: turnId }]
}
