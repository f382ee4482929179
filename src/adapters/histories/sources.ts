/** Every history that can be imported, in display order. */
import type { HistorySource } from '../../core/ports/history-source.ts'
import { createAiderSource } from './aider.ts'
import { createAmpSource } from './amp.ts'
import { createClaudeCodeSource } from './claude-code/source.ts'
import { cline, createClineSource, kiloCode, rooCode } from './cline/source.ts'
import { createCodexSource } from './codex/source.ts'
import { createContinueSource } from './continue.ts'
import { createCopilotSource } from './copilot.ts'
import { createCursorSource } from './cursor/source.ts'
import { createGeminiSource } from './gemini.ts'
import { createGooseSource } from './goose.ts'
import { createKiroSource } from './kiro/source.ts'
import { createOpenCodeSource } from './opencode.ts'
import { createQwenSource } from './qwen.ts'
import { createSpecStorySource } from './specstory/source.ts'

export const createHistorySources = (): readonly HistorySource[] => [
  createClaudeCodeSource(),
  createCodexSource(),
  createGeminiSource(),
  createOpenCodeSource(),
  createCopilotSource(),
  createQwenSource(),
  createCursorSource(),
  createKiroSource(),
  ...[cline, rooCode, kiloCode].map(createClineSource),
  createGooseSource(),
  createContinueSource(),
  createAmpSource(),
  createAiderSource(),
  // Last, because its exports of other agents' sessions have less detail than the originals.
  createSpecStorySource(),
]
