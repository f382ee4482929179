import { shorten } from '../digest/shorten.ts'
import type { Memory } from '../memory/memory.ts'
import type { NewLine } from './block.ts'
import type { ContextSection } from './context.ts'
import { safeText } from './safe-text.ts'

/** The rest is there for whoever asks by its id. */
const mostCharacters = 320

export function memoryLine(memory: Memory, section: ContextSection, reason: string): NewLine {
  return {
    section,
    id: memory.id,
    kind: memory.kind,
    at: memory.updatedAt,
    text: shorten(safeText(memory.content), mostCharacters),
    reason,
  }
}
