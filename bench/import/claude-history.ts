/**
 * A folder of Claude Code sessions as they are on a developer's disk, the same in every run: files
 * read are those of installed packages, and about half of the bytes are of records that no history
 * needs, as in recorded sessions (attachments, requests, signatures of thoughts).
 */
import { closeSync, globSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createRandom, statementText } from '../scale-texts.ts'

const root = resolve(import.meta.dirname, '../..')
const projects = ['shop', 'parser', 'billing', 'site']
const turnsPerSession = 40
const start = Date.parse('2026-05-03T08:00:00Z')

/** @returns the bytes written */
export function writeHistory(userHome: string, wantedBytes: number): number {
  const files = globSync(
    'node_modules/{react*,zod,vite,uplot,commander,hono,ajv}/**/*.{js,ts,md}',
    {
      cwd: root,
    },
  )
  const contents = files.sort().map((file) => readFileSync(join(root, file), 'utf8'))
  let written = 0
  for (let number = 0; written < wantedBytes; number++) {
    const project = projects[number % projects.length] ?? ''
    const folder = join(userHome, '.claude/projects', `-home-dev-${project}`)
    mkdirSync(folder, { recursive: true })
    const session = createSession(number, `/home/dev/${project}`, files, contents)
    const file = openSync(join(folder, `${session.id}.jsonl`), 'w')
    for (let turn = 0; turn < turnsPerSession && written < wantedBytes; turn++) {
      const lines = session.turn(turn)
      written += writeSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    }
    closeSync(file)
  }
  return written
}

function createSession(
  number: number,
  cwd: string,
  files: readonly string[],
  contents: readonly string[],
) {
  const random = createRandom(number + 1)
  const uuid = () =>
    Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32).toString(16)).join('-')
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  let time = start + number * 3_600_000
  let parentUuid: string | null = null
  const entry = (rest: object) => {
    time += 1_000 + Math.floor(random() * 20_000)
    const own = uuid()
    const line = {
      parentUuid,
      isSidechain: false,
      ...rest,
      uuid: own,
      timestamp: new Date(time).toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId: id,
      version: '2.1.325',
      gitBranch: 'main',
    }
    parentUuid = own
    return line
  }
  const reply = (message: string, block: object) => ({
    type: 'assistant',
    requestId: `req_${message}`,
    message: {
      model: 'claude-opus-5-5',
      id: `msg_${message}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: null,
      usage: { input_tokens: 4, cache_read_input_tokens: 48_211, output_tokens: 311 },
    },
  })
  const noise = (length: number) => Array.from({ length: length / 8 }, uuidPart).join('')
  const uuidPart = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const unneeded = () => {
    const text = (contents[Math.floor(random() * contents.length)] ?? '').slice(0, 3_000)
    return [
      entry({ type: 'attachment', attachment: { type: 'todo_reminder', content: text } }),
      entry({ type: 'api-request', request: { id: uuid(), body: text } }),
    ]
  }
  const think = (message: string) =>
    entry(reply(message, { type: 'thinking', thinking: '', signature: noise(1_600) }))
  const read = (call: string) => {
    const at = Math.floor(random() * files.length)
    const content = (contents[at] ?? '').slice(0, 200 + random() ** 2 * 30_000)
    const path = `${cwd}/${files[at]}`
    const input = { file_path: path }
    const result = { tool_use_id: call, type: 'tool_result', content }
    const lines = content.split('\n').length
    const file = { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines }
    return [
      think(call),
      entry(reply(call, { type: 'tool_use', id: call, name: 'Read', input })),
      entry({
        type: 'user',
        message: { role: 'user', content: [result] },
        toolUseResult: { type: 'text', file },
      }),
      ...unneeded(),
    ]
  }
  return {
    id,
    turn(turn: number) {
      const name = `${number}_${turn}`
      const text = statementText(number * turnsPerSession + turn)
      const calls = 2 + Math.floor(random() * 8)
      return [
        entry({ type: 'user', promptId: uuid(), message: { role: 'user', content: text } }),
        ...Array.from({ length: calls }, (_, call) => read(`toolu_${name}_${call}`)).flat(),
        entry(reply(name, { type: 'text', text: `${text} ${text.toUpperCase()}` })),
      ]
    },
  }
}
