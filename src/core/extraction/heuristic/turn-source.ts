import type { MemorySource } from '../../model/memory.ts'

/** The turn a memory rests on, where it was captured. */
export function turnSource(turnId: string | undefined): readonly MemorySource[] {
  return turnId === undefined ? [] : [{ type: 'turn', ref: turnId }]
}
