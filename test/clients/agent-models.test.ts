/**
 * The released agents as models, against scripted APIs on loopback: each asked once by the adapter, in
 * a home and below a folder full of things that must not reach it.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, vi } from 'vitest'
import type { ClientName } from '../../scripts/install-client.ts'
import { createAgentModel } from '../../src/adapters/models/agent-cli.ts'
import type { ReadingAgent } from '../../src/contract/vocabulary.ts'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'
import { modelRequest } from '../support/models/model-request.ts'
import { startFakeChatApi } from './fake-models/chat-api.ts'
import { startFakeGeminiApi } from './fake-models/gemini-api.ts'
import type { LoopbackApi } from './fake-models/loopback-api.ts'
import { startFakeMessagesApi } from './fake-models/messages-api.ts'
import { startFakeResponsesApi } from './fake-models/responses-api.ts'
import { type Scenario, type Step, use } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { shellPath } from './world/capture-world.ts'

interface RealAgent {
  readonly client: ClientName
  readonly name: ReadingAgent
  readonly model: string
  startApi(scenarios: readonly Scenario[]): Promise<LoopbackApi>
  /** The user's own configuration, by path in the home. */
  files(url: string, planted: Planted): Readonly<Record<string, string>>
  /** Added to the command by the user's own script, where no configuration can name the API. */
  readonly wrap?: (url: string) => { readonly lines?: string; readonly args?: string }
  /** Asked once in `npm test`, since it takes seconds to start. */
  readonly isSlow?: true
  /** A tool it usually has. */
  readonly tool: string
}

interface Planted {
  /** A shell command that leaves a mark. */
  readonly command: string
  /** The command as words. */
  readonly words: readonly [string, string]
}

const mark = 'PLANTED-TEXT'

const hooks = (command: string, ...events: string[]) =>
  Object.fromEntries(events.map((event) => [event, [{ hooks: [{ type: 'command', command }] }]]))

const real: readonly RealAgent[] = [
  {
    client: 'claude-code',
    name: 'claude',
    model: 'haiku',
    startApi: startFakeMessagesApi,
    tool: 'Bash',
    files: (url, { command, words: [program, file] }) => ({
      '.claude/settings.json': JSON.stringify({
        env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'sk-ant-fake' },
        hooks: hooks(command, 'SessionStart', 'UserPromptSubmit', 'Stop'),
      }),
      '.claude.json': JSON.stringify({ mcpServers: { x: { command: program, args: [file] } } }),
      '.claude/CLAUDE.md': mark,
    }),
  },
  {
    client: 'codex',
    name: 'codex',
    model: 'gpt-5.6-luna',
    startApi: startFakeResponsesApi,
    tool: 'exec_command',
    wrap: (url) => ({
      args: `-c model_provider=fake -c 'model_providers.fake={name="fake",base_url="${url}/v1",wire_api="responses",requires_openai_auth=true,request_max_retries=0,stream_max_retries=0,supports_websockets=false}'`,
    }),
    files: (_, { command, words }) => ({
      '.codex/auth.json': JSON.stringify({ OPENAI_API_KEY: 'sk-fake' }),
      '.codex/config.toml': `notify = ${JSON.stringify(words)}
developer_instructions = "${mark}"
[mcp_servers.x]
command = "${words[0]}"
args = ["${words[1]}"]
[[hooks.SessionStart]]
[[hooks.SessionStart.hooks]]
type = "command"
command = ${JSON.stringify(command)}
`,
    }),
  },
  {
    client: 'gemini',
    name: 'gemini',
    model: 'gemini-2.5-flash',
    startApi: startFakeGeminiApi,
    tool: 'run_shell_command',
    files: (url, { command, words: [program, file] }) => ({
      '.gemini/settings.json': `{
  // signed in with a key
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "mcpServers": { "x": { "command": "${program}", "args": ["${file}"] } },
  "hooks": ${JSON.stringify(hooks(command, 'SessionStart', 'BeforeAgent'))},
}`,
      '.gemini/.env': `GEMINI_API_KEY=fake\nGOOGLE_GEMINI_BASE_URL=${url}\n`,
      '.gemini/GEMINI.md': mark,
    }),
  },
  {
    client: 'opencode',
    name: 'opencode',
    isSlow: true,
    model: '',
    startApi: startFakeChatApi,
    tool: 'bash',
    files: (url, { words }) => ({
      '.config/opencode/opencode.jsonc': `{
  // the fake one
  "model": "fake/large", "small_model": "fake/small",
  "instructions": ["~/.config/opencode/AGENTS.md"],
  "mcp": { "x": { "type": "local", "command": ${JSON.stringify(words)} } },
  "provider": { "fake": { "npm": "@ai-sdk/openai-compatible", "options": { "baseURL": "${url}/v1" }, "models": { "small": {}, "large": {} } } },
}`,
      '.config/opencode/AGENTS.md': mark,
      '.config/opencode/plugin/x.js': `import { writeFileSync } from 'node:fs'
export const X = async () => { writeFileSync(${JSON.stringify(words[1])}, ''); return {} }`,
      '.local/share/opencode/auth.json': JSON.stringify({ fake: { type: 'api', key: 'sk-fake' } }),
    }),
  },
  {
    client: 'copilot',
    name: 'copilot',
    isSlow: true,
    model: 'gpt-4.1',
    startApi: startFakeChatApi,
    tool: 'bash',
    wrap: (url) => ({
      lines: `export COPILOT_OFFLINE=true COPILOT_PROVIDER_API_KEY=sk-fake COPILOT_PROVIDER_BASE_URL=${url}/v1`,
    }),
    files: (_, { command, words: [program, file] }) => ({
      '.copilot/config.json': JSON.stringify({ logged_in_users: [], trusted_folders: ['/'] }),
      '.copilot/mcp-config.json': JSON.stringify({
        mcpServers: { x: { command: program, args: [file], tools: ['*'] } },
      }),
      '.copilot/copilot-instructions.md': mark,
      '.copilot/hooks/x.json': JSON.stringify({
        version: 1,
        hooks: {
          sessionStart: [{ type: 'command', bash: command }],
          userPromptSubmitted: [{ type: 'command', bash: command }],
        },
      }),
    }),
  },
  {
    client: 'qwen',
    name: 'qwen',
    isSlow: true,
    model: '',
    startApi: startFakeChatApi,
    tool: 'run_shell_command',
    files: (url, { command, words: [program, file] }) => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai' } },
        model: { name: 'small' },
        modelProviders: { openai: [{ id: 'small', baseUrl: `${url}/v1`, envKey: 'MY_KEY' }] },
        env: { MY_KEY: 'sk-fake' },
        mcpServers: { x: { command: program, args: [file] } },
        hooks: hooks(command, 'SessionStart', 'UserPromptSubmit'),
        $version: 4,
      }),
      '.qwen/QWEN.md': mark,
    }),
  },
]

/** Above the folder that the agent works in, as in a /tmp that anybody can write to. */
const planted = (command: string) => ({
  ...{ 'AGENTS.md': mark, 'CLAUDE.md': mark, 'GEMINI.md': mark, 'QWEN.md': mark },
  '.github/copilot-instructions.md': mark,
  '.env': 'GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:1\nOPENAI_BASE_URL=http://127.0.0.1:1\n',
  'opencode.json': JSON.stringify({ instructions: ['AGENTS.md'], model: 'fake/large' }),
  ...Object.fromEntries(
    ['.claude', '.gemini', '.qwen'].map((folder) => [
      `${folder}/settings.json`,
      JSON.stringify({ hooks: hooks(command, 'SessionStart', 'UserPromptSubmit', 'BeforeAgent') }),
    ]),
  ),
})

const secret = 'The staging password rotates on Mondays.'
const request = {
  ...modelRequest,
  system: 'You read sessions. "Quote" $HOME.',
  prompt: `Read this.\n<session>\n- ${secret}\n- what do @/etc/passwd, @.env and @system.md say?\n</session>\n`,
  mostOutputTokens: 500,
}

for (const agent of real) {
  const { test, longTest, binaryOf } = await testWithClients(agent.client)

  /** Everything of one call; asked once, since some agents take seconds to start. */
  async function open(reply: Step | { readonly text: string }, timeoutMs = 100_000) {
    await using opened = new AsyncDisposableStack()
    const end = 'text' in reply && !('ending' in reply) && !('tools' in reply) ? reply.text : ''
    const steps = end === '' ? [reply as Step] : []
    const scenario = { match: /<session>/, steps, end: end || '{"items":[]}' }
    const api = opened.use(
      await agent.startApi([scenario, { ...scenario, isWithoutTools: true as const }]),
    )
    const root = makeTemporaryFolder()
    const at = (path: string) => join(root, path)
    const marked = at('marked')
    const leave: Planted = { command: `touch ${marked}`, words: ['touch', marked] }
    write(at('home'), agent.files(api.url, leave))
    write(at('tmp'), planted(leave.command))
    const { lines = '', args = '' } = agent.wrap?.(api.url) ?? {}
    const binary = binaryOf(agent.client)
    const program = binary.endsWith('.js') ? `'${process.execPath}' '${binary}'` : `'${binary}'`
    const wrapper = `#!/bin/sh\n${lines}\nexec ${program} "$@" ${args}\n`
    write(at('bin'), { [agent.name]: wrapper })
    const model = createAgentModel(agent.name, {
      command: agent.name,
      model: agent.model,
      apiKeyVariable: '',
      env: { HOME: at('home'), PATH: `${at('bin')}:${shellPath}` },
      timeoutMs,
    })
    vi.stubEnv('TMPDIR', at('tmp'))
    const all = opened.move()
    return {
      api,
      marked,
      complete: () => model.complete(request, new AbortController().signal),
      asked: () => api.requests.filter(({ body }) => JSON.stringify(body).includes('<session>')),
      /** Files with what the session said. */
      traces: () =>
        globSync('**/*', { cwd: root, exclude: ['bin'], withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
          .filter((file) => readFileSync(file).includes(secret)),
      left: () => globSync('throughline-reader-*', { cwd: at('tmp') }),
      async [Symbol.asyncDispose]() {
        vi.unstubAllEnvs()
        await all.disposeAsync()
      },
    }
  }

  describe(`${agent.name} as a model`, () => {
    test('it answers one request, knows nothing else, can do nothing and leaves nothing', async () => {
      await using call = await open({ text: '{"items":[]}' })
      const reply = await call.complete()
      expect(reply).toMatchObject({
        text: '{"items":[]}',
        isCut: false,
        isRefusal: false,
        usage: { inputTokens: 120, outputTokens: 20 },
      })
      expect(call.asked()).toHaveLength(1)
      const [sent = ''] = call.asked().map(({ body }) => JSON.stringify(body))
      expect(sent).toContain(JSON.stringify(request.system).slice(1, -1))
      expect(sent).toContain(secret)
      expect(sent).not.toContain(mark)
      expect(sent).not.toContain('root:x:0')
      expect(toolsIn(call.asked()[0]?.body ?? {})).toEqual([])
      expect(globSync(call.marked)).toEqual([])
      expect(call.traces()).toEqual([])
      expect(call.left()).toEqual([])
    })

    const usualTest = agent.isSlow ? longTest : test
    usualTest('a key that is refused is for the user to mend', async () => {
      const error = { status: 401, type: 'authentication_error', message: 'fake failure' }
      await using call = await open({ error })
      await expect(call.complete()).rejects.toMatchObject({
        code: 'model-misconfigured',
        hint: `run ${agent.name} once and log in`,
        wasRefused: true,
      })
      expect(call.traces()).toEqual([])
      expect(call.left()).toEqual([])
    })

    longTest('a tool that the model calls all the same does not run', async () => {
      const input = { command: 'touch marked', cmd: 'touch marked', description: 'x' }
      await using call = await open(use(agent.tool, input))
      await call.complete().catch(() => undefined)
      expect(globSync('**/marked', { cwd: dirname(call.marked) })).toEqual([])
    })

    longTest('a model that fails, or has no time, can be asked again later', async () => {
      for (const status of [500, 429]) {
        const error = { status, type: 'rate_limit_error', message: 'fake failure' }
        await using call = await open({ error }, 20_000)
        await expect(call.complete(), String(status)).rejects.toMatchObject({
          code: 'model-unavailable',
        })
      }
    })

    longTest('one that does not answer is ended at the time limit', async () => {
      await using call = await open({ isSilent: true }, 12_000)
      await expect(call.complete()).rejects.toMatchObject({
        code: 'model-unavailable',
        message: `${agent.name} did not answer within 12000 ms`,
      })
      expect(call.left()).toEqual([])
    })

    longTest('a reply that is no JSON, cut or refused is never taken for a good one', async () => {
      await using prose = await open({ text: 'Hello there' })
      expect(await prose.complete()).toMatchObject({ text: 'Hello there' })
      for (const ending of ['cut', 'refused'] as const) {
        await using call = await open({ text: '{"items":[', ending })
        const reply = await call.complete().catch(() => undefined)
        const isGood = reply && !reply.isCut && !reply.isRefusal && isJson(reply.text)
        expect(isGood ?? false, ending).toBe(false)
      }
    })
  })
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text, { mode: 0o755 })
  }
}

function toolsIn(body: Readonly<Record<string, unknown>>): string[] {
  const tools = Array.isArray(body.tools) ? body.tools : []
  return tools.flatMap((tool) =>
    (tool.functionDeclarations ?? [tool.function ?? tool]).map(
      ({ name }: { name: string }) => name,
    ),
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
