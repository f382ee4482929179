/** The real Gemini CLI, as a user has it and asks it. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { shellPath } from '../world/capture-world.ts'
import {
  type Asked,
  type Client,
  runInWorld,
  type WrittenSettings,
  writeSettings,
} from './client.ts'

/** With nothing of ours: signed in, and nothing that calls home. */
export function writeGeminiSettings({ world }: Client): WrittenSettings {
  return writeSettings(
    join(world.userHome, '.gemini', 'settings.json'),
    `{
  // signed in with a key
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "model": { "name": "gemini-2.5-pro" },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false }
}
`,
  )
}

const reply = z.object({ session_id: z.string(), response: z.string() })

export async function askGemini(
  client: Client,
  prompt: string,
  ...args: readonly string[]
): Promise<Asked> {
  const isModeGiven = args.includes('--approval-mode')
  const how = [...(isModeGiven ? [] : ['--approval-mode', 'yolo']), '--output-format', 'json']
  const { code, stdout, stderr, sent } = await runInWorld(
    { ...client, binary: process.execPath },
    {
      args: [client.binary, '--prompt', prompt, ...how, ...args],
      env: {
        PATH: shellPath,
        GEMINI_API_KEY: 'fake',
        GOOGLE_GEMINI_BASE_URL: client.api.url,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
      timeoutMs: 60_000,
    },
  )
  expect(code).toBe(0)
  // A tool it may not use is one it does not find.
  const told = isModeGiven ? stderr.replace(/^Error executing tool .*$/m, '') : stderr
  expect(told).not.toMatch(/hook|throughline/i)
  const { session_id: sessionId, response: answer } = reply.parse(JSON.parse(stdout))
  return { sessionId, answer, asked: sent.map(({ body }) => body) }
}
