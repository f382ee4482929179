/** The real Copilot CLI in its offline mode, as a user has it and asks it. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  type Asked,
  type Client,
  runInWorld,
  type WrittenSettings,
  writeSettings,
} from './client.ts'

/** With nothing of ours. */
export function writeCopilotSettings({ world }: Client): WrittenSettings {
  return writeSettings(
    join(world.userHome, '.copilot', 'mcp-config.json'),
    '{\n  "mcpServers": {}\n}\n',
  )
}

/** @param sessionId of the session to go on with, if it is no new one */
export async function askCopilot(
  client: Client,
  prompt: string,
  sessionId: string = randomUUID(),
): Promise<Asked> {
  const { code, stdout, stderr, sent } = await runInWorld(client, {
    args: ['--prompt', prompt, '--allow-all-tools', '--silent', '--session-id', sessionId],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${client.api.url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'sk-fake',
      COPILOT_MODEL: 'gpt-4.1',
    },
    timeoutMs: 60_000,
  })
  expect(code, stderr).toBe(0)
  expect(stderr).not.toMatch(/hook|throughline/i)
  const asked = sent.map(({ body }) => body).filter(({ tools }) => Array.isArray(tools))
  return { sessionId, answer: stdout.trim(), asked }
}
