/** The real OpenCode, as a user has it and asks it. */
import { mkdirSync } from 'node:fs'
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

/** With nothing of ours, and nothing that calls home. */
export function writeOpenCodeSettings({ api, world }: Client): WrittenSettings {
  const folder = join(world.userHome, '.config', 'opencode')
  lockPluginLibrary(folder)
  return writeSettings(
    join(folder, 'opencode.jsonc'),
    `{
  "$schema": "https://opencode.ai/config.json",
  // the fake one
  "model": "fake/scripted",
  "small_model": "fake/scripted",
  "autoupdate": false,
  "share": "disabled",
  "snapshot": false,
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${api.url}/v1", "apiKey": "sk-fake" },
      "models": { "scripted": { "tool_call": true, "limit": { "context": 200000, "output": 8000 } } },
    },
  },
}
`,
  )
}

/**
 * OpenCode fetches its plugin library into this folder until a lock file there names it. Ours needs
 * none, and 1.18 now and then runs in circles for ever once the fetch has failed.
 */
function lockPluginLibrary(folder: string): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  const lock = { packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } } }
  writeSettings(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

const line = z.object({
  sessionID: z.string(),
  part: z.object({ type: z.string(), text: z.string().default('') }).optional(),
})

export async function askOpenCode(
  client: Client,
  prompt: string,
  ...args: readonly string[]
): Promise<Asked> {
  const { code, stdout, stderr, sent } = await runInWorld(client, {
    args: ['run', prompt, '--format', 'json', ...args],
    env: environmentOf(client),
    timeoutMs: 120_000,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.trim().split('\n')
  const told = lines.map((text) => line.parse(JSON.parse(text)))
  return {
    sessionId: told[0]?.sessionID ?? '',
    answer: told.findLast(({ part }) => part?.type === 'text')?.part?.text.trim(),
    // The title of a session is asked for without tools.
    asked: sent.map(({ body }) => body).filter(({ tools }) => Array.isArray(tools)),
  }
}

function environmentOf({ api }: Client): Record<string, string> {
  return {
    PATH: shellPath,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_SHARE: '1',
    // Whatever it fetches all the same, it must not find.
    npm_config_registry: api.url,
    npm_config_fetch_retries: '0',
  }
}
