/** The real Qwen Code, as a user has it and asks it. */
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
export function writeQwenSettings({ world }: Client): WrittenSettings {
  return writeSettings(
    join(world.userHome, '.qwen', 'settings.json'),
    `{
  // signed in with a key
  "security": { "auth": { "selectedType": "openai" } },
  "model": { "name": "fake-model" },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  // the version of these settings: Qwen Code rewrites older ones
  "$version": 4
}
`,
  )
}

const line = z.looseObject({
  type: z.string(),
  session_id: z.string(),
  result: z.string().optional(),
})

export async function askQwen(
  client: Client,
  prompt: string,
  ...args: readonly string[]
): Promise<Asked> {
  const { code, stdout, stderr, sent } = await runInWorld(
    { ...client, binary: process.execPath },
    {
      args: [
        client.binary,
        '--prompt',
        prompt,
        '--approval-mode',
        'yolo',
        '--output-format',
        'json',
        ...args,
      ],
      env: {
        PATH: shellPath,
        OPENAI_API_KEY: 'sk-fake',
        OPENAI_BASE_URL: `${client.api.url}/v1`,
        OPENAI_MODEL: 'fake-model',
        QWEN_CODE_NO_RELAUNCH: 'true',
        QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
      },
      timeoutMs: 120_000,
    },
  )
  expect(code, stderr).toBe(0)
  expect(stderr).not.toMatch(/hook|throughline/i)
  const lines = z.array(line).parse(JSON.parse(stdout))
  return {
    sessionId: lines[0]?.session_id ?? '',
    answer: lines.findLast(({ type }) => type === 'result')?.result,
    // Its own questions, such as what to remember, are asked without tools.
    asked: sent.map(({ body }) => body).filter(({ tools }) => Array.isArray(tools)),
  }
}
