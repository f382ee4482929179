import type { ContextSection } from '../model/context.ts'
import type { Memory } from '../model/memory.ts'
import { safeText } from '../text/safe-text.ts'
import { shorten } from '../text/shorten.ts'
import type { NewLine } from './block.ts'

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
