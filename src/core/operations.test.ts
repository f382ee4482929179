import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, fixture, one, openCapture } from '../../test/support/core/capture.ts'
import { operationsOn } from '../../test/support/core/operations.ts'
import { spend } from '../../test/support/models/spend.ts'
import { ThroughlineError } from '../contract/errors.ts'
import {
  type InputOf,
  type OperationHandlers,
  type OperationName,
  type OutputOf,
  operations,
} from '../contract/operations/index.ts'
import type { LeasedJob } from './ports/job-queue.ts'

let capture: Capture
let handlers: OperationHandlers
beforeEach(async () => {
  capture = await openCapture()
  handlers = operationsOn(capture)
})

/** As every surface does it: input parsed, output as the contract has it, through JSON. */
async function call<Name extends OperationName>(
  name: Name,
  input: Record<string, unknown> = {},
): Promise<OutputOf<Name>> {
  const handler = handlers[name] as (input: InputOf<Name>) => Promise<OutputOf<Name>>
  const output = await handler(operations[name].input.parse(input) as InputOf<Name>)
  return operations[name].output.parse(JSON.parse(JSON.stringify(output))) as OutputOf<Name>
}

async function refusal(work: Promise<unknown>): Promise<ThroughlineError> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof ThroughlineError) return error
  throw new Error(`expected a refusal, got ${JSON.stringify(error)}`)
}

const addProject = (identity: string, name = identity) =>
  capture.store.projects.insert({ identity, name, root: `/w/${name}` })

async function captureSession(projectId?: string): Promise<void> {
  const place = projectId === undefined ? {} : { projectId, branch: 'main' }
  capture.deliver('SessionStart', fixture('SessionStart-startup'))
  capture.deliver('UserPromptSubmit', fixture('UserPromptSubmit'))
  capture.deliver('PostToolUse', fixture('PostToolUse-Bash'))
  capture.deliver('Stop', fixture('Stop'))
  capture.deliver('SessionEnd', fixture('SessionEnd-other'))
  await capture.drain({ placeOf: async () => ({ kind: 'enabled', ...place }) })
}

describe('the status', () => {
  test('reports what is stored, what waits and what the jobs do', async () => {
    await captureSession((await addProject('a')).id)
    capture.deliver('Stop', { prompt_id: 'later' })
    capture.deliverText({}, 'broken')
    expect(await call('getStatus')).toEqual({
      totals: { projects: 1, sessions: 1, turns: 1, events: 5, toolEvents: 1 },
      proposals: 0,
      spool: { pending: 2, oldest: expect.stringMatching(/Z$/), rejected: 0 },
      jobs: [
        { kind: 'digest-session', status: 'pending', count: 1 },
        { kind: 'digest-turn', status: 'pending', count: 1 },
        { kind: 'extract', status: 'pending', count: 1 },
        { kind: 'read', status: 'pending', count: 1 },
      ],
      isWritable: true,
      databaseBytes: 4_096,
      damagedDatabases: [],
      budget: {
        reader: 'off',
        today: { tokens: 0, costUsd: 0 },
        limits: { dailyTokens: 500_000, dailyUsd: 1, sessionTokens: 200_000, sessionUsd: 0.5 },
        dayEndsAt: '2026-01-03T00:00:00.000Z',
      },
    })
    await capture.drain()
    expect((await call('getStatus')).spool).toEqual({ pending: 0, rejected: 1 })
  })
})

describe('sessions', () => {
  test('are listed with what was captured', async () => {
    const project = await addProject('github.com/acme/app', 'app')
    await captureSession(project.id)
    expect(await call('listSessions')).toEqual({
      sessions: [
        {
          id: capture.session().id,
          host: 'claude-code',
          hostSessionId: 's1',
          project: { id: project.id, name: 'app' },
          status: 'completed',
          startedAt: '2026-01-02T03:04:06.000Z',
          endedAt: '2026-01-02T03:04:10.000Z',
          endReason: 'other',
          lastEventAt: '2026-01-02T03:04:10.000Z',
          cwd: '/home/dev/project',
          branch: 'main',
          turns: 1,
          toolEvents: 1,
          title: 'List the files',
        },
      ],
      total: 1,
      hosts: ['claude-code'],
    })
  })

  test('are filtered by a project’s id, identity, alias or name', async () => {
    const project = await addProject('github.com/acme/app', 'app')
    await capture.store.projects.addAliases(project.id, ['path:1'])
    await addProject('other')
    await captureSession(project.id)
    const count = async (reference: string) =>
      (await call('listSessions', { project: reference })).sessions.length
    for (const reference of [project.id, 'github.com/acme/app', 'path:1', 'app']) {
      expect(await count(reference)).toBe(1)
    }
    expect(await count('other')).toBe(0)
    expect(await refusal(call('listSessions', { project: 'nope' }))).toMatchObject({
      code: 'not-found',
      message: 'there is no project "nope"',
    })
  })

  test('are shown whole by either id', async () => {
    await captureSession()
    const session = await call('getSession', { id: 's1' })
    expect(session).toEqual(await call('getSession', { id: session.id }))
    expect(one(session.timeline)).toMatchObject({
      number: 1,
      prompt: 'List the files',
      outcome: 'ok',
      toolEvents: [{ toolName: 'Bash', outcome: 'ok', durationMs: 32 }],
    })
    const tool = one(one(session.timeline).toolEvents)
    expect(await call('getToolEvent', { id: tool.id })).toMatchObject({
      text: 'ls',
      input: { command: 'ls', description: 'List files' },
      output: { stdout: 'CLAUDE.md\nREADME.md\ndocs\nsrc' },
    })
  })

  test('show what was learned from them and what that cost', async () => {
    await captureSession()
    const { id: sessionId, extraction } = await call('getSession', { id: 's1' })
    expect(extraction).toEqual({ items: 0, calls: 0, tokens: 0, costUsd: 0 })
    const { transaction, ledger } = capture.store
    const at = capture.clock.now().toISOString()
    await transaction(async ({ extractions }) => {
      for (const hash of ['aa', 'bb', 'cc']) await extractions.addItem(sessionId, hash)
      await extractions.advance(sessionId, { readThrough: 1, readBy: 'small' }, at)
    })
    await spend(ledger, { sessionId }, { inputTokens: 900, outputTokens: 100, costUsd: 0.004 })
    await spend(ledger, {}, {})
    expect((await call('getSession', { id: 's1' })).extraction).toEqual({
      items: 3,
      readBy: 'small',
      calls: 1,
      tokens: 1_000,
      costUsd: 0.004,
    })
  })

  test('show which memories were learned in them, and in which turn', async () => {
    await captureSession()
    const { id: sessionId, timeline, memories } = await call('getSession', { id: 's1' })
    expect(memories).toEqual([])
    const turn = one(timeline)
    const learn = (content: string, type: string, ref: string) =>
      call('storeMemory', { content, scope: 'global', sources: [{ type, ref }] })
    await learn('Files are listed with ls.', 'tool-event', one(turn.toolEvents).id)
    const { memory } = await learn('Prefers short lists.', 'turn', turn.id)
    await learn('Works at night.', 'session', sessionId)
    await learn('Of another session.', 'turn', 'elsewhere')
    await call('pinMemory', { id: memory.id })
    expect((await call('getSession', { id: 's1' })).memories).toMatchObject([
      { content: 'Works at night.', turns: [] },
      { id: memory.id, kind: memory.kind, content: memory.content, pinned: true, turns: [turn.id] },
      { content: 'Files are listed with ls.', turns: [turn.id] },
    ])
  })

  test.each([
    ['getSession', 'there is no session "x"'],
    ['getToolEvent', 'there is no tool event "x"'],
  ] as const)('that are not there are told so: %s', async (name, message) => {
    expect(await refusal(call(name, { id: 'x' }))).toMatchObject({
      code: 'not-found',
      message,
      hint: expect.any(String),
    })
  })
})

describe('jobs', () => {
  test('are listed, and parked ones tried again', async () => {
    const { jobs } = capture.store
    await jobs.enqueue({ kind: 'extract', subject: 'a' })
    const job = (await jobs.claim(['extract'], 1_000)) as LeasedJob
    const { id } = job
    await jobs.fail(job, 'no luck', undefined)
    expect(await call('listJobs', { status: 'parked' })).toMatchObject({
      jobs: [{ id, kind: 'extract', subject: 'a', status: 'parked', error: 'no luck' }],
      counts: [{ kind: 'extract', status: 'parked', count: 1 }],
    })
    await expect(call('retryJobs', { id: 'other' })).rejects.toThrow('no parked job "other"')
    expect(await call('retryJobs')).toEqual({ retried: 1, events: 0 })
    expect((await call('listJobs', { status: 'parked' })).jobs).toEqual([])
  })
})

describe('projects', () => {
  test('are listed and shown with their aliases', async () => {
    const { id } = await addProject('a')
    await capture.store.projects.addAliases(id, ['b'])
    const project = await call('getProject', { project: 'b' })
    expect(project).toMatchObject({ id, identity: 'a', aliases: ['b'], sessions: 0 })
    expect(await call('listProjects')).toEqual({ projects: [project] })
  })

  test('of the same name are distinguished by identity', async () => {
    await addProject('github.com/acme/app', 'app')
    await addProject('github.com/other/app', 'app')
    expect(await refusal(call('getProject', { project: 'app' }))).toMatchObject({
      code: 'conflict',
      message: '2 projects are named "app"',
      hint: expect.stringContaining('github.com/acme/app'),
    })
    expect(await call('getProject', { project: 'github.com/other/app' })).toMatchObject({
      name: 'app',
    })
  })

  test('are renamed', async () => {
    await addProject('a')
    expect(await call('renameProject', { project: 'a', name: ' New ' })).toMatchObject({
      identity: 'a',
      name: 'New',
    })
  })

  test('are merged with everything in them', async () => {
    const from = await addProject('from')
    const into = await addProject('into')
    await captureSession(from.id)
    expect(await call('mergeProjects', { from: 'from', into: 'into' })).toMatchObject({
      id: into.id,
      sessions: 1,
      aliases: ['from'],
    })
    expect(await call('getProject', { project: 'from' })).toMatchObject({ id: into.id })
    expect((await call('getSession', { id: 's1' })).project).toEqual({ id: into.id, name: 'into' })
  })

  test('are not merged into themselves', async () => {
    const { id } = await addProject('a')
    expect(await refusal(call('mergeProjects', { from: 'a', into: id }))).toMatchObject({
      code: 'invalid-input',
    })
    expect(await call('getProject', { project: id })).toMatchObject({ id })
  })

  test('are moved to another identity, which no other project may have', async () => {
    const { id } = await addProject('path:1')
    await addProject('github.com/acme/taken')
    expect(
      await call('moveProject', { project: 'path:1', identity: 'github.com/acme/app' }),
    ).toMatchObject({
      id,
      identity: 'github.com/acme/app',
      aliases: ['path:1'],
    })
    const taken = { project: id, identity: 'https://github.com/Acme/Taken.git' }
    expect(await refusal(call('moveProject', taken))).toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining(`projects merge ${id}`),
    })
  })

  test('can be moved back, and to where they are', async () => {
    const [a, b] = ['example.org/a', 'example.org/b']
    await addProject(a)
    await call('moveProject', { project: a, identity: b })
    await call('moveProject', { project: b, identity: a })
    expect(await call('moveProject', { project: a, identity: a })).toMatchObject({
      identity: a,
      aliases: [b],
    })
  })

  test.each([
    ['getProject', { project: 'x' }],
    ['renameProject', { project: 'x', name: 'y' }],
    ['mergeProjects', { from: 'x', into: 'x' }],
    ['moveProject', { project: 'x', identity: 'y' }],
  ] as const)('that are not there are told so: %s', async (name, input) => {
    expect(await refusal(call(name, input))).toMatchObject({ code: 'not-found' })
  })
})
