/** The real Codex, as a user has it and asks it. */
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import type { CaptureWorld } from '../world/capture-world.ts'
import {
  type Asked,
  type Client,
  runInWorld,
  type WrittenSettings,
  writeSettings,
} from './client.ts'

/** With nothing of ours: a model of its own, and nothing that calls home. */
export function writeCodexSettings({ api, world }: Client): WrittenSettings {
  return writeSettings(
    join(codexFolder(world), 'config.toml'),
    `# My Codex.
model = "gpt-5.5"
model_provider = "fake"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${api.url}/v1"
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false

[otel]
exporter = "none"
trace_exporter = "none"
metrics_exporter = "none"
`,
  )
}

/** What Codex itself appends when it is first run in the repository. */
export const trustedByCodex = ({ repository }: CaptureWorld) =>
  `\n[projects."${repository}"]\ntrust_level = "trusted"\n`

const codexFolder = ({ userHome }: CaptureWorld) => join(userHome, '.codex')

const line = z.looseObject({ type: z.string() })
const started = z.object({ type: z.literal('thread.started'), thread_id: z.string() })
const message = z.object({ item: z.object({ type: z.literal('agent_message'), text: z.string() }) })

export interface CodexOptions {
  /** Whether it runs hooks that nobody has looked at. */
  readonly isTrusted?: boolean
  readonly command?: readonly string[]
  /** Whether it waits for our MCP server; otherwise it asks its model without waiting. */
  readonly waitsForTools?: boolean
}

export async function askCodex(
  client: Client,
  prompt: string,
  { isTrusted = true, command = [], waitsForTools = false }: CodexOptions = {},
): Promise<Asked> {
  const trust = isTrusted ? ['--dangerously-bypass-hook-trust'] : []
  const wait = waitsForTools ? ['-c', 'mcp_servers.throughline.required=true'] : []
  const { code, stdout, stderr, sent } = await runInWorld(client, {
    args: ['exec', '--json', ...trust, ...wait, ...command, prompt],
    env: { CODEX_HOME: codexFolder(client.world), FAKE_KEY: 'fake' },
    timeoutMs: 60_000,
  })
  expect(code, stderr).toBe(0)
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
  const [start] = lines.flatMap((each) => started.safeParse(each).data ?? [])
  const answers = lines.flatMap((each) => message.safeParse(each).data?.item.text ?? [])
  const asked = sent.filter(({ path }) => path.endsWith('/responses')).map(({ body }) => body)
  return { sessionId: start?.thread_id ?? '', answer: answers.at(-1), asked }
}
