/** The released Claude Code, connected by `throughline setup`, against a scripted model on loopback. */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type AskOptions, askClaude } from './drivers/ask-claude.ts'
import { hookTraces } from './drivers/run-claude.ts'
import { claudeCodeScenarios, type Gates } from './fake-models/claude-code-scenarios.ts'
import { createGate, hold } from './fake-models/gate.ts'
import { type FakeMessagesApi, startFakeMessagesApi } from './fake-models/messages-api.ts'
import { compactionSummary } from './fake-models/scripted-model.ts'
import { testWithClients } from './test-with-clients.ts'
import { type CaptureWorld, createCaptureWorld } from './world/capture-world.ts'
import { captured, patience } from './world/captured.ts'
import { countRows, findMemories, findSession, findSessionByPrompt } from './world/captured-rows.ts'

const program = resolve(import.meta.dirname, '../../bin/throughline.js')

const { test, binaryOf } = await testWithClients('claude-code')
const binary = binaryOf('claude-code')
let world: CaptureWorld
let gates: Gates
let api: FakeMessagesApi

beforeAll(async () => {
  world = await createCaptureWorld()
  gates = {
    resumed: createGate(world.temporary, 'resumed'),
    subagent: createGate(world.temporary, 'subagent'),
    worktrees: createGate(world.temporary, 'worktrees'),
  }
  api = await startFakeMessagesApi(claudeCodeScenarios(world, gates))
  // What is handed to the client is told in `claude-code-context.test.ts`; here it must notice nothing.
  await world.throughline(world.repository, 'config', 'set', 'context.enabled', 'false')
  for (const folder of [world.repository, world.worktree]) {
    await world.throughline(folder, 'setup', '--host', 'claude-code', '--project', '--yes')
  }
})

afterAll(async () => {
  await api?.close()
  await world?.close()
})

test('a session is captured from its start to its end', async () => {
  const { sessionId, answer } = await ask('list the files')
  expect(answer).toBe('There is one README.')

  const { session, project, turns, events, toolEvents, jobs } = await captured(world, sessionId)
  expect(session).toMatchObject({
    status: 'completed',
    end_reason: 'other',
    cwd: world.repository,
    branch: 'main',
    event_count: 5,
  })
  expect(String(session.started_at) < String(session.ended_at)).toBe(true)
  expect(String(session.transcript_path).startsWith(world.userHome)).toBe(true)
  expect(project).toMatchObject({ identity: 'github.com/acme/widgets', name: 'widgets' })
  expect(events.map(({ name }) => name)).toEqual([
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'Stop',
    'SessionEnd',
  ])
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', origin: 'user', answer, outcome: 'ok' },
  ])
  expect(toolEvents).toMatchObject([
    {
      tool_name: 'Bash',
      outcome: 'ok',
      turn: 1,
      agent_id: '',
      agent_name: '',
      input: { command: 'ls' },
      output: { stdout: expect.stringContaining('README.md') },
    },
  ])
  expect(jobs).toMatchObject([
    { kind: 'digest-session', subject: session.id },
    { kind: 'digest-turn', turn: 1 },
    { kind: 'extract', turn: 1 },
    { kind: 'read', subject: session.id },
  ])
})

test('reading, editing and writing are captured with what they changed', async () => {
  const { sessionId } = await ask('rename the project')
  const { toolEvents } = await captured(world, sessionId)
  const readme = join(world.repository, 'README.md')
  expect(toolEvents).toMatchObject([
    {
      tool_name: 'Read',
      outcome: 'ok',
      input: { file_path: readme },
      output: { file: { content: '# Widgets\n' } },
    },
    {
      tool_name: 'Edit',
      outcome: 'ok',
      input: { file_path: readme, old_string: '# Widgets', new_string: '# Gadgets' },
      output: { filePath: readme },
    },
    {
      tool_name: 'Write',
      outcome: 'ok',
      input: { file_path: join(world.repository, 'NOTES.md'), content: 'Now gadgets.\n' },
      output: { type: 'create' },
    },
  ])
  expect(readFileSync(readme, 'utf8')).toBe('# Gadgets\n')
})

test('a failed tool is captured with its error', async () => {
  const { sessionId, answer } = await ask('read a missing file')
  const { turns, toolEvents } = await captured(world, sessionId)
  expect(toolEvents).toMatchObject([
    {
      tool_name: 'Bash',
      outcome: 'failed',
      turn: 1,
      input: { command: 'cat missing.txt' },
      output: { error: expect.stringContaining('No such file or directory') },
    },
  ])
  expect(turns).toMatchObject([{ answer, outcome: 'ok' }])
})

test('a subagent that outlives its turn belongs to that turn and carries its own name', async () => {
  const prompt = 'delegate the search'
  const { sessionId } = await hold(gates.subagent, ask(prompt), async () => {
    await expect
      .poll(() => findSessionByPrompt(world.database, prompt)?.turns[0], patience)
      .toMatchObject({ outcome: 'ok', answer: 'A subagent is on it.' })
  })

  const { session, turns, events, toolEvents } = await captured(world, sessionId)
  expect(turns).toMatchObject([
    { number: 1, prompt, origin: 'user', outcome: 'ok' },
    { number: 2, origin: 'notification', outcome: 'ok' },
  ])
  const [launch, search] = toolEvents
  expect(toolEvents).toHaveLength(2)
  expect(launch).toMatchObject({ tool_name: 'Agent', turn: 1, agent_id: '', agent_name: '' })
  expect(search).toMatchObject({
    tool_name: 'Bash',
    session_id: session.id,
    turn: 1,
    agent_id: expect.stringMatching(/./),
    agent_name: 'Explore',
    output: { stdout: 'found' },
  })
  const ofSubagent = events.filter(({ agent_id }) => agent_id === search?.agent_id)
  expect(ofSubagent.map(({ kind }) => kind)).toEqual(['subagent-start', 'tool', 'subagent-end'])
  expect(ofSubagent.at(-1)?.fields).toMatchObject({ answer: 'The parser lives in src.' })
})

test('a resumed session becomes active again, continues to count its turns and ends once more', async () => {
  const first = await ask('list the files')
  const before = await captured(world, first.sessionId)
  const sessions = countRows(world.database, 'sessions')

  const resuming = ask('carry on', { args: ['--resume', first.sessionId] })
  const resumed = await hold(gates.resumed, resuming, async () => {
    await expect
      .poll(() => findSession(world.database, first.sessionId)?.session, patience)
      .toMatchObject({ status: 'active', ended_at: null, end_reason: null })
  })

  expect(resumed.sessionId).toBe(first.sessionId)
  const { session, turns, toolEvents } = await captured(world, first.sessionId)
  expect(countRows(world.database, 'sessions')).toBe(sessions)
  expect(session).toMatchObject({
    id: before.session.id,
    started_at: before.session.started_at,
    status: 'completed',
    end_reason: 'other',
  })
  expect(String(session.ended_at) > String(before.session.ended_at)).toBe(true)
  expect(turns).toMatchObject([
    { number: 1, prompt: 'list the files', outcome: 'ok' },
    { number: 2, prompt: 'carry on', answer: 'Carried on.', outcome: 'ok' },
  ])
  expect(toolEvents.map(({ turn }) => turn)).toEqual([1, 2])
})

test('a compaction is captured with its summary and is neither a turn nor a subagent', async () => {
  const { sessionId } = await ask('list the files')
  const before = await captured(world, sessionId)
  await ask('/compact keep decisions', { args: ['--resume', sessionId] })

  const { session, turns, events, toolEvents } = await captured(world, sessionId)
  expect(session).toMatchObject({ id: before.session.id, status: 'completed' })
  expect(turns).toHaveLength(1)
  expect(toolEvents).toHaveLength(1)
  // The client has one or two of its own subagents write the summary.
  const { writers = [], added = [] } = Object.groupBy(
    events.slice(before.events.length),
    (event) => (event.name === 'SubagentStop' ? 'writers' : 'added'),
  )
  expect(new Set(writers.map(({ kind }) => kind))).toEqual(new Set(['other']))
  expect(added.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    'SessionStart: session-start',
    'PreCompact: pre-compact',
    'SessionStart: session-start',
    'PostCompact: post-compact',
    'SessionEnd: session-end',
  ])
  expect(added.map(({ fields }) => fields)).toMatchObject([
    { source: 'resume' },
    { trigger: 'manual', custom_instructions: 'keep decisions' },
    { source: 'compact' },
    { trigger: 'manual', summary: expect.stringContaining(compactionSummary) },
    { reason: 'other' },
  ])
})

test('two sessions at once in two worktrees share their project and nothing else', async () => {
  const places = [
    { prompt: 'work in main', project: world.repository, branch: 'main' },
    { prompt: 'work in feature', project: world.worktree, branch: 'feature' },
  ]
  const working = Promise.all(places.map(({ prompt, project }) => ask(prompt, { project })))
  const answers = await hold(gates.worktrees, working, async () => {
    for (const { prompt } of places) {
      await expect
        .poll(() => findSessionByPrompt(world.database, prompt)?.session, patience)
        .toMatchObject({ status: 'active' })
    }
  })

  const sessions = await Promise.all(answers.map(({ sessionId }) => captured(world, sessionId)))
  for (const [index, { prompt, project, branch }] of places.entries()) {
    const { session, turns, events, toolEvents } = sessions[index] ?? {}
    expect(session).toMatchObject({ status: 'completed', cwd: project, branch, event_count: 5 })
    expect(events).toHaveLength(5)
    expect(turns).toMatchObject([{ number: 1, prompt, outcome: 'ok' }])
    expect(toolEvents).toMatchObject([{ turn: 1, output: { stdout: branch } }])
  }
  expect(new Set(sessions.map(({ session }) => session.id)).size).toBe(2)
  expect(new Set(sessions.map(({ project }) => project.id)).size).toBe(1)
  expect(countRows(world.database, 'projects')).toBe(1)
})

test('the model stores a memory and recalls it through our MCP server', async () => {
  const config = join(world.temporary, 'mcp.json')
  const server = {
    command: process.execPath,
    args: [program, 'mcp'],
    env: { THROUGHLINE_HOME: world.throughlineHome },
  }
  writeFileSync(config, JSON.stringify({ mcpServers: { throughline: server } }))
  const args = ['--mcp-config', config, '--strict-mcp-config']
  const { sessionId, answer } = await ask('remember the port', { args })
  expect(answer).toBe('It is 4173.')

  const content = 'The preview server listens on port 4173.'
  const { project, toolEvents } = await captured(world, sessionId)
  const [memory] = findMemories(world.database, content)
  expect(memory).toMatchObject({
    kind: 'fact',
    scope: 'project',
    scope_id: project.id,
    source: 'manual',
    trust: 'agent',
  })
  expect(toolEvents.map(({ tool_name, outcome }) => `${tool_name}: ${outcome}`)).toEqual([
    'ToolSearch: ok',
    'mcp__throughline__memory_store: ok',
    'mcp__throughline__memory_recall: ok',
  ])
  const [, stored, recalled] = toolEvents.map(({ output }) => JSON.stringify(output))
  expect(stored).toContain('created')
  expect(recalled).toContain(String(memory?.id))
  expect(recalled).toContain(content)
})

test('the hooks say nothing to the model and leave no error in the transcript', async () => {
  const { sessionId } = await ask('list the files')
  const { session } = await captured(world, sessionId)
  const said = JSON.stringify(api.requests.map(({ body }) => body.messages))
  expect(said).toContain('list the files')
  const ours = /.{80}(hook (success|additional context|error|blocking)|throughline-hook).{80}/gi
  expect(said.match(ours)).toBeNull()
  expect(hookTraces(String(session.transcript_path))).toEqual([])
  expect(world.rejectedEvents()).toEqual([])
})

test('nothing is written outside the folders given', async () => {
  const { sessionId } = await ask('list the files', { project: world.worktree })
  await captured(world, sessionId)
  const shared = globSync('claude-*/*', { cwd: tmpdir() })
  expect(shared.filter((path) => path.includes(basename(world.root)))).toEqual([])
  expect(readdirSync(world.root).sort()).toEqual(
    ['home', 'throughline', 'tmp', 'widgets', 'widgets-feature'].sort(),
  )
  expect(readdirSync(world.userHome).sort()).toEqual(['.claude', '.claude.json'])
  const changes = await world.git(world.worktree, 'status', '--porcelain', '--untracked-files=all')
  expect(changes.trim()).toBe('?? .claude/settings.local.json')
})

const ask = (prompt: string, options?: AskOptions) =>
  askClaude({ binary, api, world }, prompt, options)
