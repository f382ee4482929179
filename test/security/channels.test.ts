/** Issue line 7, channels: a secret is redacted whichever way its text enters storage. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import type { JsonObject } from '../../src/core/model/json.ts'
import { createWorld, makeClone, type World } from '../support/homes/world.ts'

const secret = `aQ7x9KdT2mWv4ZpL8rYcB3nH6jF1sG5u${4}q`
const token = `gh${'p'}_${secret}`
const neverStop = new AbortController().signal

let world: World
let local: Local
beforeEach(async () => {
  world = createWorld()
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
})
afterEach(async () => {
  local.close()
  await world.close()
})

async function capture(event: string, payload: JsonObject, cwd = world.project): Promise<void> {
  const base = { session_id: 's1', cwd, hook_event_name: event }
  await captureText(event, JSON.stringify({ ...base, ...payload }), cwd)
}

async function captureText(event: string, text: string, cwd = world.project): Promise<void> {
  await local.spool.add({ host: 'claude-code', event, cwd }, text)
  await local.drain(neverStop)
}

const tool = (more: JsonObject): JsonObject => ({ tool_name: 'Bash', tool_use_id: 't1', ...more })

/** As every entry does: the input is parsed, then the operation runs. */
async function run(
  name: 'storeMemory' | 'updateMemory' | 'renameProject' | 'moveProject',
  given: object,
) {
  const handler = local.operations[name] as (input: unknown) => Promise<unknown>
  return handler(operations[name].input.parse(given))
}

const remember = (more: object) =>
  run('storeMemory', { content: 'The build runs on CI', scope: 'global', kind: 'fact', ...more })

const channels: Readonly<Record<string, () => Promise<unknown>>> = {
  'a prompt': () => capture('UserPromptSubmit', { prompt: `use ${token}` }),
  'an answer': () => capture('Stop', { last_assistant_message: `I used ${token}` }),
  'the input of a tool': () => capture('PostToolUse', tool({ tool_input: { command: token } })),
  'the output of a tool': () =>
    capture('PostToolUse', tool({ tool_response: { stdout: `TOKEN=${token}` } })),
  'the arguments of a program': () =>
    capture('PostToolUse', tool({ tool_input: { args: ['--password', secret] } })),
  'the error of a tool': () => capture('PostToolUseFailure', tool({ error: `denied: ${token}` })),
  'the name of a field': () => capture('PostToolUse', tool({ tool_input: { [token]: 1 } })),
  'the path of a file': () =>
    capture('PostToolUse', tool({ tool_input: { file_path: `/tmp/${token}/a.ts` } })),
  'a commit message': () =>
    capture('PostToolUse', tool({ tool_input: { command: `git commit -m "add ${token}"` } })),
  'an event nobody knows': () => capture('Unheard', { anything: { at: [token] } }),
  'a session id': () => capture('Stop', { session_id: token }),
  'a transcript': async () => {
    const transcript = world.path('transcript.jsonl')
    const message = { role: 'assistant', content: [{ type: 'text', text: `I saw ${token}` }] }
    writeFileSync(transcript, `${JSON.stringify({ type: 'assistant', message })}\n`)
    await capture('Stop', { transcript_path: transcript })
  },
  'a working folder': async () => {
    const folder = world.path(`work-${token}`)
    mkdirSync(folder)
    await capture('UserPromptSubmit', { prompt: 'hello', cwd: folder }, world.project)
  },
  'a payload that is no JSON': () => captureText('Stop', `{"password": "${secret}", broken`),
  'a payload in UTF-16': () =>
    captureText('Stop', Buffer.from(`{"password":"${secret}"}`, 'utf16le').toString()),
  'the user of a remote': async () => {
    const clone = makeClone(
      world.path('clone'),
      `https://${token}@git.example.org/team/widgets.git`,
    )
    await capture('UserPromptSubmit', { prompt: 'hello', cwd: clone }, clone)
  },
  'the path of a remote': async () => {
    const clone = makeClone(world.path('clone'), `https://git.example.org/${secret}/widgets.git`)
    await capture('UserPromptSubmit', { prompt: 'hello', cwd: clone }, clone)
  },
  'a branch': async () => {
    writeFileSync(join(world.project, '.git', 'HEAD'), `ref: refs/heads/fix-${token}\n`)
    await capture('UserPromptSubmit', { prompt: 'hello' })
  },
  'the new name of a project': async () => {
    await capture('UserPromptSubmit', { prompt: 'hello' })
    await run('renameProject', { project: 'widgets', name: `widgets ${token}` })
  },
  'the new identity of a project': async () => {
    await capture('UserPromptSubmit', { prompt: 'hello' })
    const identity = `https://git.example.org/${secret}/gadgets.git`
    await run('moveProject', { project: 'widgets', identity })
  },
  'a memory': () => remember({ content: `Deploy with ${token}` }),
  'the key of a memory': () => remember({ key: `deploy ${token}` }),
  'the tags of a memory': () => remember({ tags: [token] }),
  'the keywords of a memory': () => remember({ keywords: [token] }),
  'the files of a memory': () => remember({ files: [`src/${token}.ts`] }),
  'a changed memory': async () => {
    await remember({ key: 'build' })
    await run('updateMemory', { key: 'build', scope: 'global', content: `It needs ${token}` })
  },
  'the name of an agent': () => remember({ scope: 'agent', agent: token }),
  'a line of the log': async () => local.log.warn(`refused ${token}`, { header: token }),
  'an error in the log': async () => local.log.error('failed', { error: new Error(token) }),
}

it.each(Object.keys(channels))('%s is stored without its secret', async (name) => {
  await channels[name]?.()
  const stored = everythingStored()
  // The address of a remote is stored without its user.
  expect(stored).toMatch(name === 'the user of a remote' ? /git\.example\.org/ : /\[redacted:/)
  expect(stored.toLowerCase()).not.toContain(secret.toLowerCase())
})

it('the input of a tool that is about to run is not stored at all', async () => {
  await capture('PreToolUse', tool({ tool_input: { command: `echo canary ${token}` } }))
  expect(everythingStored()).toContain('before-tool')
  expect(everythingStored()).not.toMatch(new RegExp(`canary|${secret}`, 'i'))
})

function everythingStored(): string {
  const tables = world.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const values = tables
    .filter(({ name }) => !/_(?:data|idx|docsize|config|content)$/.test(String(name)))
    .flatMap(({ name }) => world.rows(`SELECT * FROM "${name}"`))
    .flatMap((row) => Object.values(row))
  const texts = values.map((value) =>
    value instanceof Uint8Array ? textOf(Buffer.from(value)) : String(value),
  )
  return [...texts, ...filesIn(world.paths.rejected), ...filesIn(world.paths.logs)].join('\n')
}

const zstdMagic = 0xfd2fb528

function textOf(bytes: Buffer): string {
  const isCompressed = bytes.length > 4 && bytes.readUInt32LE() === zstdMagic
  return isCompressed ? zstdDecompressSync(bytes).toString() : bytes.toString()
}

function filesIn(folder: string): string[] {
  return readdirSync(folder).map((name) => {
    return readFileSync(join(folder, name), 'utf8').replaceAll('\\u0000', '').replaceAll('\0', '')
  })
}
