import { beforeEach, expect, test } from 'vitest'
import { sampleMemory } from '../../../../test/conformance/samples.ts'
import { type Capture, fixture, one, openCapture } from '../../../../test/support/core/capture.ts'
import { sha256 } from '../../../adapters/ids.ts'
import { hashContent } from '../../memory/new-memory.ts'
import type { Memory } from '../../model/memory.ts'
import { recordUses } from './record-uses.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const content = 'Start the mock gateway with `frobctl serve --replay` before the checkout tests'
let capture: Capture
beforeEach(async () => {
  capture = await openCapture()
})

interface Turn {
  readonly command?: string
  readonly recalls?: boolean
  readonly prompt?: string
  readonly answer?: string
}

async function play(changes: Partial<Memory>, turn: Turn): Promise<Memory | undefined> {
  const heard = { standing: 'candidate', confirmation: undefined, source: 'heuristic' } as const
  const { memories } = capture.store
  await capture.store.transaction(({ memories: tx }) =>
    tx.insert(
      sampleMemory(id, {
        content,
        contentHash: hashContent(content, sha256),
        ...heard,
        ...changes,
      }),
    ),
  )
  const {
    command = 'ls',
    recalls = true,
    prompt = 'Run the checkout tests',
    answer = 'Done.',
  } = turn
  await capture.take('UserPromptSubmit', { prompt_id: 'p1', prompt })
  const call = (tool: object) =>
    capture.take('PostToolUse', fixture('PostToolUse-Bash', { prompt_id: 'p1', ...tool }))
  if (recalls) {
    await call({
      tool_use_id: 't1',
      tool_name: 'mcp__throughline__memory_recall',
      tool_input: { query: 'checkout tests' },
      tool_response: { text: `${id} [memory, fix, project, unconfirmed candidate] ${content}` },
    })
  }
  await call({ tool_use_id: 't2', tool_name: 'Bash', tool_input: { command } })
  await capture.take('Stop', { prompt_id: 'p1', last_assistant_message: answer })
  const turnId = String(one(capture.turns()).id)
  await recordUses(turnId, capture.store)
  await recordUses(turnId, capture.store)
  return memories.find(id)
}

const applying = 'frobctl serve --replay & npm run mock-gateway checkout'

test('a candidate that an agent recalled and applied is a memory', async () => {
  expect(await play({}, { command: applying })).toMatchObject({
    ...{ standing: 'memory', confirmation: 'applied', version: 2, useCount: 1 },
  })
})

test.each<[string, Partial<Memory>, Turn]>([
  ['was not recalled', {}, { command: applying, recalls: false }],
  ['was recalled and only repeated', {}, { answer: content }],
  ['was named by the user', {}, { command: applying, prompt: content }],
  ['is foreign text', { trust: 'tool' }, { command: applying }],
])('a candidate that %s stays one', async (_, changes, turn) => {
  expect(await play(changes, turn)).toMatchObject({ standing: 'candidate', version: 1 })
})
