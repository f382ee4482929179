/** A script stands for `claude`; test/clients/agent-models.test.ts asks the real agents. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { modelRequest } from '../../../test/support/models/model-request.ts'
import { createAgentModel } from './agent-cli.ts'

const request = {
  ...modelRequest,
  system: 'Be brief; "quote" $HOME.',
  prompt: '- what @/etc/passwd says\n',
}
const neverStop = new AbortController().signal

const record = `
  printf '%s\\0' "$@" > "$HOME/arguments"
  env -0 > "$HOME/environment"
  pwd > "$HOME/folder"
  ls -ld .. > "$HOME/mode"
  ls -A > "$HOME/files"
  cat ../system.md > "$HOME/system"
  cat > "$HOME/input"
`

const answer = {
  type: 'result',
  is_error: false,
  result: '{"items": []}',
  stop_reason: 'end_turn',
  total_cost_usd: 0.0123,
  usage: { input_tokens: 1, output_tokens: 1 },
  modelUsage: {
    a: {
      inputTokens: 100,
      cacheReadInputTokens: 20,
      cacheCreationInputTokens: 3,
      outputTokens: 40,
    },
    b: { inputTokens: 5, outputTokens: 2 },
  },
}

const settings = { command: 'claude', model: 'haiku', apiKeyVariable: 'ANTHROPIC_API_KEY' }

/** A `claude` on the path that does what the script says. */
function install(script: string, given: { timeoutMs?: number; env?: object } = {}) {
  const folder = makeTemporaryFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, ...given.env }
  const { timeoutMs = 10_000 } = given
  const model = createAgentModel('claude', { ...settings, env, timeoutMs })
  const recorded = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { model, recorded, folder }
}

const print = (text: string) => `cat <<'END'\n${text}\nEND`
const say = (change: object = {}) => print(JSON.stringify({ ...answer, ...change }))
const ask = (script: string) => install(script).model.complete(request, neverStop)

test('its answer is a reply, with all the calls it took', async () => {
  expect(await ask(say())).toEqual({
    text: '{"items": []}',
    isCut: false,
    isRefusal: false,
    usage: { inputTokens: 128, outputTokens: 42, costUsd: 0.0123 },
  })
})

test('lines before the answer are passed over', async () => {
  expect(await ask(`echo 'a warning'; ${say()}`)).toMatchObject({ text: '{"items": []}' })
})

test('it is asked for one answer, with nothing switched on and nothing kept', async () => {
  const { model, recorded } = install(record + say())
  await model.complete(request, neverStop)
  expect(recorded('arguments').split('\0').slice(0, -1)).toEqual([
    '--print',
    '--output-format',
    'json',
    '--model',
    'haiku',
    '--system-prompt-file',
    expect.stringMatching(/throughline-reader-.*system\.md$/),
    '--no-session-persistence',
    '--tools',
    '',
    '--strict-mcp-config',
    '--settings',
    '{"disableAllHooks":true}',
  ])
  expect(recorded('input')).toBe(request.prompt)
  expect(recorded('system')).toBe(request.system)
})

test('it runs in an empty folder of its own that is gone afterwards', async () => {
  const { model, recorded } = install(record + say())
  await model.complete(request, neverStop)
  expect(recorded('mode')).toMatch(/^drwx------/)
  expect(recorded('files')).toBe('')
  expect(recorded('folder')).toMatch(/throughline-reader-/)
  expect(existsSync(recorded('folder').trim())).toBe(false)
})

test('hooks leave at once, and what a running session left behind does not reach it', async () => {
  const env = {
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 'x',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    CLAUDE_CODE_MESSAGING_SOCKET: '/tmp/x.sock',
    CLAUDE_PID: '1',
    NODE_OPTIONS: '--inspect',
    ANTHROPIC_API_KEY: 'sk',
  }
  const { model, recorded } = install(record + say(), { env })
  await model.complete(request, neverStop)
  const variables = new Map(
    recorded('environment')
      .split('\0')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const { ANTHROPIC_API_KEY: _, ...leftBehind } = env
  for (const name of Object.keys(leftBehind)) expect(variables.has(name), name).toBe(false)
  expect(Object.fromEntries(variables)).toMatchObject({
    THROUGHLINE_INTERNAL: '1',
    ANTHROPIC_API_KEY: 'sk',
    CLAUDE_CODE_SAFE_MODE: '1',
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: '77',
    CLAUDE_CODE_MAX_RETRIES: '0',
  })
})

test('a reply that was cut and one that was refused are told apart', async () => {
  const cut = {
    is_error: true,
    result: "API Error: Claude's response exceeded the 77 output token maximum.",
  }
  expect(await ask(`${say(cut)}\nexit 1`)).toMatchObject({
    text: '',
    isCut: true,
    usage: { outputTokens: 42 },
  })
  const refusal = { is_error: true, stop_reason: 'refusal', result: 'I cannot.' }
  expect(await ask(say(refusal))).toMatchObject({ text: 'I cannot.', isRefusal: true })
})

test.each<[string, string, object]>([
  [
    'nobody is logged in',
    say({ is_error: true, result: 'Not logged in · Please run /login', api_error_status: null }),
    { code: 'model-misconfigured', wasRefused: true, hint: 'run claude once and log in' },
  ],
  [
    'the key is wrong',
    say({ is_error: true, result: 'Invalid API key', api_error_status: 401 }),
    { code: 'model-misconfigured', wasRefused: true },
  ],
  [
    'there were too many requests',
    say({ is_error: true, result: 'Request rejected (429)', api_error_status: 429 }),
    { code: 'model-unavailable', wasRefused: true },
  ],
  [
    'the API fails',
    say({ is_error: true, result: 'API Error: 500 oops', api_error_status: 500 }),
    { code: 'model-unavailable', message: 'claude failed: API Error: 500 oops', wasRefused: false },
  ],
  [
    'the window is too long',
    say({ is_error: true, result: 'Prompt is too long', api_error_status: 400 }),
    { code: 'model-rejected-input', wasRefused: true },
  ],
  [
    'it is too old',
    'echo "error: unknown option \'--tools\'" >&2; exit 1',
    {
      code: 'model-misconfigured',
      message: expect.stringContaining('too old'),
      hint: 'update claude',
    },
  ],
  [
    'it crashes',
    'echo boom >&2; exit 3',
    { code: 'model-unavailable', message: 'claude exited with 3 without an answer: boom' },
  ],
  ['it prints something else', 'echo hello', { code: 'model-unavailable' }],
  ['its answer is broken off', 'printf \'{"is_error": fal\'', { code: 'model-unavailable' }],
  [
    'it never stops printing',
    'yes',
    { code: 'model-unavailable', message: expect.stringMatching(/was killed/) },
  ],
])('it is told when %s', async (_, script, expected) => {
  await expect(ask(script)).rejects.toMatchObject(expected)
})

test('one that takes too long is ended with all it started', async () => {
  const script = 'echo $$ > "$HOME/pid"; sleep 60 & echo $! > "$HOME/child"; wait'
  const { model, recorded } = install(script, { timeoutMs: 400 })
  await expect(model.complete(request, neverStop)).rejects.toMatchObject({
    code: 'model-unavailable',
    message: 'claude did not answer within 400 ms',
    wasRefused: false,
  })
  for (const name of ['pid', 'child']) {
    await expect.poll(() => isRunning(Number(recorded(name)))).toBe(false)
  }
})

test('a signal ends it', async () => {
  const stop = new AbortController()
  const { model, folder } = install('echo $$ > "$HOME/pid"; sleep 60')
  const asking = model.complete(request, stop.signal)
  asking.catch(() => undefined)
  await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true)
  stop.abort(new Error('enough'))
  await expect(asking).rejects.toThrow('enough')
})

test('it is ready when the command is found', async () => {
  const { model, folder } = install('exit 9')
  expect(await model.probe(neverStop)).toBe('ready')
  const elsewhere = { ...settings, env: { PATH: dirname(folder) }, timeoutMs: 1_000 }
  const missing = createAgentModel('claude', elsewhere)
  const problem = {
    problem: 'command not found: claude',
    hint: expect.stringMatching(/install/),
  }
  expect(await missing.probe(neverStop)).toEqual(problem)
  await expect(missing.complete(request, neverStop)).rejects.toMatchObject({
    code: 'model-misconfigured',
    wasRefused: true,
  })
  const command = join(folder, 'bin', 'claude')
  const path = createAgentModel('claude', { ...elsewhere, command })
  expect(await path.probe(neverStop)).toBe('ready')
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
