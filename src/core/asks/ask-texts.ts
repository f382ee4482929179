/**
 * What an ask says. Fixed texts, so nothing of a session can get into one. Each is one line of at
 * most 40 tokens, because the agent pays for it.
 */
import type { AskMoment } from '../../contract/vocabulary.ts'

export const askTexts: Readonly<Record<AskMoment, string>> = {
  prompt:
    'Throughline asks: if this prompt corrects you, decides or sets a lasting wish, store it with memory_store, with its reason.',
  settled:
    'Throughline asks: if the work just done taught what later sessions need, store the cause or choice and its reason with memory_store.',
  compacted:
    'Throughline asks: store the corrections, decisions and fixes of this session that still hold, with memory_store.',
}
