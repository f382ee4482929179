/**
 * The texts of asks. They are fixed, so nothing from a session can get in. Each is one line of at
 * most 40 tokens, because the agent pays for it.
 */
import type { AskMoment } from '../../contract/vocabulary.ts'

const sinceTheLast =
  'Throughline asks: memory_store any rule, correction, choice and why, or error cause that outlasts the task; name its subject.'

export const askTexts: Readonly<Record<AskMoment, string>> = {
  prompt: sinceTheLast,
  settled: sinceTheLast,
  compacted:
    'Throughline asks: memory_store every rule, correction, choice and cause of this session that still holds; name its subject.',
}
