/** The six released clients that run offline, each with its scripted model. */
import type { ClientName } from '../../../scripts/install-client.ts'
import { startFakeChatApi } from '../fake-models/chat-api.ts'
import { startFakeGeminiApi } from '../fake-models/gemini-api.ts'
import type { LoopbackApi } from '../fake-models/loopback-api.ts'
import { startFakeMessagesApi } from '../fake-models/messages-api.ts'
import { startFakeResponsesApi } from '../fake-models/responses-api.ts'
import type { Scenario } from '../fake-models/scripted-model.ts'
import { askClaude } from './ask-claude.ts'
import type { Asked, Client, WrittenSettings } from './client.ts'
import { askCodex, writeCodexSettings } from './codex.ts'
import { askCopilot, writeCopilotSettings } from './copilot.ts'
import { askGemini, writeGeminiSettings } from './gemini.ts'
import { askOpenCode, writeOpenCodeSettings } from './opencode.ts'
import { askQwen, writeQwenSettings } from './qwen.ts'
import { writeClaudeSettings } from './run-claude.ts'

export interface Agent {
  readonly host: ClientName
  startApi(scenarios: readonly Scenario[]): Promise<LoopbackApi>
  writeSettings(client: Client): WrittenSettings
  ask(client: Client, prompt: string): Promise<Asked>
}

export const claudeCode = {
  host: 'claude-code',
  startApi: startFakeMessagesApi,
  writeSettings: writeClaudeSettings,
  ask: askClaude,
} as const satisfies Agent

export const codex = {
  host: 'codex',
  startApi: startFakeResponsesApi,
  writeSettings: writeCodexSettings,
  ask: askCodex,
} as const satisfies Agent

export const copilot = {
  host: 'copilot',
  startApi: startFakeChatApi,
  writeSettings: writeCopilotSettings,
  ask: askCopilot,
} as const satisfies Agent

export const gemini = {
  host: 'gemini',
  startApi: startFakeGeminiApi,
  writeSettings: writeGeminiSettings,
  ask: askGemini,
} as const satisfies Agent

export const openCode = {
  host: 'opencode',
  startApi: startFakeChatApi,
  writeSettings: writeOpenCodeSettings,
  ask: askOpenCode,
} as const satisfies Agent

export const qwen = {
  host: 'qwen',
  startApi: startFakeChatApi,
  writeSettings: writeQwenSettings,
  ask: askQwen,
} as const satisfies Agent
