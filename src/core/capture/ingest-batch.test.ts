import { expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { configSchema } from '../../contract/config.ts'
import type { JsonObject } from '../model/json.ts'

const tool = (id: string, turn?: string): [string, JsonObject] => [
  'PostToolUse',
  {
    tool_name: 'Read',
    tool_use_id: id,
    tool_input: { file_path: '/shop/a.ts' },
    tool_response: { content: 'const a = 1' },
    ...(turn !== undefined && { prompt_id: turn }),
  },
]
const other = { session_id: 's2' }

/** Hosts repeat, omit and reorder events, also within a batch. */
const events: readonly [string, JsonObject][] = [
  ['SessionStart', { source: 'startup', model: 'one', cwd: '/shop' }],
  ['UserPromptSubmit', { prompt_id: 'p1', prompt: 'first' }],
  tool('t1', 'p1'),
  tool('t2', 'p1'),
  tool('t2', 'p1'),
  ['UserPromptSubmit', { ...other, prompt: 'without a name' }],
  tool('early', 'p2'),
  ['Stop', { prompt_id: 'p1', last_assistant_message: 'done' }],
  ['UserPromptSubmit', { prompt_id: 'p2', prompt: 'second' }],
  ['UserPromptSubmit', { prompt_id: 'p3', prompt: 'third' }],
  tool('late', 'p1'),
  ['PreCompact', { trigger: 'auto' }],
  ['Stop', { ...other, last_assistant_message: 'yes' }],
  ['Stop', { ...other, last_assistant_message: 'more', stop_hook_active: true }],
  ['SessionEnd', { reason: 'exit' }],
  ['SessionStart', { source: 'resume', model: 'two' }],
  ['UserPromptSubmit', { prompt_id: 'p4', prompt: 'remember: we deploy on Fridays' }],
  ['Stop', { prompt_id: 'p3', last_assistant_message: 'late' }],
  ['SessionEnd', { ...other, reason: 'exit' }],
]

const contents = ({ rows }: Capture) => [
  rows(`SELECT host_session_id, status, end_reason, cwd, model, started_at, ended_at, last_event_at,
    event_count FROM sessions ORDER BY 1`),
  rows(`SELECT host_session_id, number, host_turn_id, prompt, answer, outcome, turns.started_at,
    turns.ended_at FROM turns JOIN sessions ON sessions.id = session_id ORDER BY 1, 2`),
  rows(`SELECT tool_use_id, number FROM tool_events LEFT JOIN turns ON turns.id = turn_id
    ORDER BY 1`),
  rows(`SELECT kind, coalesce(number, host_session_id, subject) AS about, jobs.status, run_after FROM jobs
    LEFT JOIN turns ON turns.id = replace(subject, 'turn:', '')
    LEFT JOIN sessions ON instr(subject, sessions.id) ORDER BY 1, 2, 4`),
]

test('events stored together have the same result as one by one', async () => {
  const extraction = () => configSchema.parse({}).learning
  const [together, alone] = [await openCapture({ extraction }), await openCapture({ extraction })]
  for (const capture of [together, alone]) {
    for (const [name, payload] of events) capture.deliver(name, payload)
  }
  await together.drain()
  await alone.drain({ batchSize: 1 })
  expect(contents(together)).toEqual(contents(alone))
  expect(together.count('turns')).toBe(5)
  expect(together.jobs().filter(({ kind }) => kind === 'remember')).toHaveLength(1)
})

test('a job that several events ask for is requested once', async () => {
  const capture = await openCapture()
  const requested: string[] = []
  const counting: Capture['store']['transaction'] = (work, options) =>
    capture.store.transaction(
      (tx) =>
        work({
          ...tx,
          jobs: {
            ...tx.jobs,
            enqueue(job) {
              requested.push(`${job.kind} ${job.subject}`)
              return tx.jobs.enqueue(job)
            },
          },
        }),
      options,
    )
  for (const [name, payload] of events.slice(0, 10)) capture.deliver(name, payload)
  await capture.drain({ store: { transaction: counting } })
  expect(requested.length).toBeGreaterThan(2)
  expect(requested).toEqual([...new Set(requested)])
})
