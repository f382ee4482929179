import type { ForeignMemorySource } from '../../core/ports/memory-source.ts'
import { claudeMem } from './claude-mem/source.ts'

/** In the order in which they are shown. */
export function createMemorySources(): readonly ForeignMemorySource[] {
  return [claudeMem]
}
