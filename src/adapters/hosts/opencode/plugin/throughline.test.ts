import { globSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadPlugin } from '../../../../../test/support/processes/opencode-plugin.ts'

const fixtures = resolve(import.meta.dirname, '../../../../../test/fixtures/hosts/opencode')
const recorded = globSync('*.json', { cwd: fixtures }).map((file) => basename(file, '.json'))
const session = 'ses_e233ac33affenL2GQcWQyYac50'
const parent = 'ses_e23389ce4ffenu14GsN6hFtfIp'
const child = 'ses_e23387a52ffeimnhyrPoaMtyma'
const stored = { [child]: { parentID: parent, agent: 'general' } }

const worthTelling: Readonly<Record<string, readonly string[]>> = {
  'chat.message': ['session-start', 'prompt', 'session-end'],
  'chat.message-in-subagent': ['subagent-start'],
  'experimental.session.compacting': ['pre-compact'],
  'tool.execute.before-bash': ['before-tool'],
  'tool.execute.before-edit': ['before-tool'],
  'tool.execute.before-mcp': ['before-tool'],
  'tool.execute.before-task': ['before-tool'],
  'tool.execute.after-bash': ['tool'],
  'tool.execute.after-bash-failure': ['tool'],
  'tool.execute.after-edit': ['tool'],
  'tool.execute.after-mcp': ['tool'],
  'tool.execute.after-read': ['tool'],
  'tool.execute.after-task': ['tool'],
  'tool.execute.after-write': ['tool'],
}

test.each(recorded)('%s does no harm, and is sent if it matters', async (fixture) => {
  const plugin = await loadPlugin({ stored })
  await plugin.feed(fixture)
  const kinds = (await plugin.quit()).map(({ detail }) => detail.kind)
  expect(kinds).toEqual(worthTelling[fixture] ?? [])
})

test('a session is sent from its start to its end', async () => {
  const plugin = await loadPlugin()
  for (const fixture of [
    'event.session.created',
    'chat.message',
    'event.message.part.updated',
    'tool.execute.after-bash',
    'experimental.text.complete',
    'event.message.updated-assistant',
    'event.session.idle',
  ]) {
    await plugin.feed(fixture)
  }
  const events = await plugin.quit()
  expect(events.map(({ sessionId }) => sessionId)).toEqual(Array(5).fill(session))
  expect(new Set(events.slice(1).map(({ hostTurnId }) => hostTurnId))).toEqual(
    new Set(['msg_1dcc53ece001zOnVH8yya0NKUf']),
  )
  expect(events.map(({ detail }) => detail)).toEqual([
    { kind: 'session-start', source: 'startup', model: 'fake/fake-model' },
    { kind: 'prompt', text: 'List the files', origin: 'user' },
    {
      kind: 'tool',
      toolName: 'bash',
      toolUseId: 'call_mwh56zos0',
      input: { command: 'ls', description: 'List files' },
      output: expect.objectContaining({ output: 'AGENTS.md\nREADME.md\ndocs\nsrc\n' }),
      outcome: 'ok',
    },
    {
      kind: 'turn-end',
      outcome: 'ok',
      answer:
        'The project has a README and a src folder. We decided to use pnpm because of the lockfile.',
    },
    { kind: 'session-end', reason: 'exit' },
  ])
})

test('answers go to the model with the first message and are no words of the user', async () => {
  const answers = { SessionStart: 'what was', UserPromptSubmit: 'what fits' }
  const plugin = await loadPlugin({ answers })
  const { parts } = await plugin.feed('chat.message')
  const [typed, added] = parts
  expect(parts).toHaveLength(2)
  expect(typed).toMatchObject({ text: '"List the files"' })
  expect(added).toEqual({
    id: `${typed?.id}t`,
    sessionID: session,
    messageID: typed?.messageID,
    type: 'text',
    text: 'what was\n\nwhat fits',
    synthetic: true,
  })
  const second = await plugin.feed('chat.message')
  expect(second.parts[1]).toMatchObject({ text: 'what fits' })
})

test('a session that continues in another process is resumed', async () => {
  const plugin = await loadPlugin()
  await plugin.feed('chat.message')
  const [start] = await plugin.quit()
  expect(start?.detail).toMatchObject({ kind: 'session-start', source: 'resume' })
})

test('a session that OpenCode cannot describe is one of the user', async () => {
  const plugin = await loadPlugin({ client: {} })
  await plugin.feed('chat.message')
  const [start, prompt] = await plugin.quit()
  expect([start?.sessionId, prompt?.agent]).toEqual([session, undefined])
})

test('a subagent is an agent of the session that started it', async () => {
  const plugin = await loadPlugin({ answers: { SubagentStart: 'for the subagent' } })
  await plugin.feed('chat.message', parent)
  await plugin.feed('event.session.created-subagent')
  const { parts } = await plugin.feed('chat.message-in-subagent')
  await plugin.feed('tool.execute.after-bash', child)
  await plugin.feed('experimental.text.complete', child)
  await plugin.feed('event.session.idle', child)
  await plugin.feed('event.session.idle', parent)
  expect(parts[1]).toMatchObject({ text: 'for the subagent' })
  const events = await plugin.quit()
  const agent = { id: child, name: 'general' }
  expect(events.map((event) => [event.detail.kind, event.sessionId, event.agent])).toEqual([
    ['session-start', parent, undefined],
    ['prompt', parent, undefined],
    ['subagent-start', parent, agent],
    ['tool', parent, agent],
    ['subagent-end', parent, agent],
    ['turn-end', parent, undefined],
    ['session-end', parent, undefined],
  ])
  expect(events[4]?.detail).toMatchObject({ answer: expect.stringContaining('README') })
})

test('an error ends its turn once, though OpenCode is idle twice', async () => {
  const broken = 'ses_e233818feffe1Cj1UQZvt5Agt2'
  const plugin = await loadPlugin()
  await plugin.feed('chat.message', broken)
  await plugin.feed('event.session.error')
  await plugin.feed('event.session.idle', broken)
  await plugin.feed('event.session.idle', broken)
  const ends = (await plugin.quit()).filter(({ detail }) => detail.kind === 'turn-end')
  expect(ends).toMatchObject([{ detail: { outcome: 'failed' } }])
  expect(ends[0]?.fields).toEqual({ error: { name: 'APIError', message: 'invalid request' } })
})

test('a turn that the user interrupts is left, not ended', async () => {
  const plugin = await loadPlugin()
  await plugin.feed('chat.message')
  const error = { name: 'MessageAbortedError', data: { message: 'The operation was aborted.' } }
  await plugin.send('session.error', { sessionID: session, error })
  await plugin.feed('event.session.idle')
  const kinds = (await plugin.quit()).map(({ detail }) => detail.kind)
  expect(kinds).toEqual(['session-start', 'prompt', 'session-end'])
})

test('what is known about a failed command follows its output', async () => {
  const plugin = await loadPlugin({ answers: { PostToolUse: 'what helped' } })
  const { output } = await plugin.feed('tool.execute.after-bash-failure')
  expect(output).toMatch(/\n\nwhat helped$/)
  const quiet = await loadPlugin()
  expect((await quiet.feed('tool.execute.after-bash-failure')).output).not.toContain('helped')
})

test('a shell command that fails and a tool that throws have failed', async () => {
  const plugin = await loadPlugin()
  await plugin.feed('chat.message')
  await plugin.feed('tool.execute.after-bash-failure', session)
  const state = { status: 'error', input: { filePath: '/x' }, error: 'File not found: /x' }
  const part = { type: 'tool', tool: 'read', callID: 'call_2', sessionID: session, state }
  await plugin.send('message.part.updated', { sessionID: session, part })
  const events = await plugin.quit()
  const tools = events.map(({ detail }) => detail).filter(({ kind }) => kind === 'tool')
  expect(tools).toMatchObject([
    { toolName: 'bash', outcome: 'failed' },
    {
      toolName: 'read',
      toolUseId: 'call_2',
      input: { filePath: '/x' },
      output: { error: 'File not found: /x' },
      outcome: 'failed',
    },
  ])
})

test('a compaction is sent with its summary, and the context goes into the system prompt', async () => {
  const plugin = await loadPlugin({ answers: { SessionStart: 'what was' } })
  await plugin.feed('chat.message')
  await plugin.feed('chat.params')
  await plugin.feed('event.message.updated-assistant')
  const part = { type: 'compaction', auto: true, sessionID: session }
  await plugin.send('message.part.updated', { sessionID: session, part })
  await plugin.feed('experimental.session.compacting', session)
  const whileCompacting = await plugin.feed('experimental.chat.system.transform')
  await plugin.feed('experimental.text.complete', session)
  await plugin.feed('event.session.compacted', session)
  const afterwards = await plugin.feed('experimental.chat.system.transform')
  await plugin.feed('event.session.idle')
  expect(whileCompacting.system).not.toContain('what was')
  expect(afterwards.system.at(-1)).toBe('what was')
  const told = (await plugin.quit()).map(({ detail }) => detail)
  expect(told.slice(2, -1)).toEqual([
    { kind: 'pre-compact', trigger: 'auto', contextTokens: 140, contextWindow: 200_000 },
    { kind: 'post-compact', trigger: 'auto', summary: expect.stringContaining('use pnpm') },
    { kind: 'session-start', source: 'compact' },
    { kind: 'turn-end', outcome: 'ok' },
  ])
})

test('a slash command is sent as it was typed', async () => {
  const plugin = await loadPlugin()
  const command = { command: 'review', sessionID: session, arguments: 'src' }
  await plugin.hooks['command.execute.before']?.(command, { parts: [] })
  await plugin.feed('chat.message')
  const [, prompt] = await plugin.quit()
  expect(prompt?.detail).toEqual({ kind: 'prompt', text: '/review src', origin: 'command' })
})

test('OpenCode’s own messages are notifications; files and our own text are left out', async () => {
  const plugin = await loadPlugin()
  const say = (...parts: object[]) =>
    plugin.hooks['chat.message']?.({ sessionID: session }, { message: { id: 'msg_1' }, parts })
  const [typed, added] = [
    { id: 'prt_1', type: 'text', text: 'Explain' },
    { id: 'prt_2', type: 'text', text: 'Called the Read tool', synthetic: true },
  ]
  await say(typed, { id: 'prt_3', type: 'file', url: 'file:///x' }, added)
  await say(added)
  const prompts = (await plugin.quit()).map(({ detail }) => detail).slice(1, 3)
  expect(prompts).toEqual([
    { kind: 'prompt', text: 'Explain', origin: 'user' },
    { kind: 'prompt', text: 'Called the Read tool', origin: 'notification' },
  ])
})

test('a deleted session has ended', async () => {
  const plugin = await loadPlugin()
  await plugin.feed('chat.message')
  await plugin.send('session.deleted', { info: { id: session } })
  const ends = (await plugin.quit()).slice(2)
  expect(ends).toMatchObject([{ detail: { kind: 'session-end', reason: 'deleted' } }])
})

test.each([
  ['is gone', 'rm "$0"; exit 127'],
  ['fails', 'exit 1'],
  ['hears nothing', 'exec 0<&-; exit 0'],
])('a hook that %s leaves the prompt as it was', async (_, script) => {
  const plugin = await loadPlugin({ script })
  const { parts } = await plugin.feed('chat.message')
  await plugin.feed('tool.execute.after-edit', session)
  expect(parts).toHaveLength(1)
})

test('a hook that hangs is not waited for without end, nor heard when it speaks at last', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const plugin = await loadPlugin({ script: 'cat >/dev/null; echo late' })
  const fed = plugin.feed('chat.message')
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await fed).parts).toHaveLength(1)
  await plugin.quit()
  expect((await fed).parts).toHaveLength(1)
})

test('an agent that Throughline itself started is not listened to', async () => {
  vi.stubEnv('THROUGHLINE_INTERNAL', '1')
  const { hooks } = await loadPlugin()
  vi.unstubAllEnvs()
  expect(hooks).toEqual({})
})
