import { beforeEach, describe, expect, test } from 'vitest'
import { fixture } from '../../../test/support/core/capture.ts'
import {
  type Extraction,
  listeningRules,
  openExtraction,
} from '../../../test/support/core/extraction.ts'
import type { ExtractedItem } from '../model/window.ts'
import { reportedTag } from './heuristic/judge.ts'

let world: Extraction
beforeEach(async () => {
  world = await openExtraction()
})

interface Said {
  readonly session?: string
  readonly changes?: Partial<ExtractedItem>
  /** Tool calls before the answer. */
  readonly calls?: readonly (readonly [tool: string, input: object])[]
}

/** A turn of which the rules keep what follows “learned: ”. */
async function say(
  prompt: string,
  { session = 's1', changes = {}, calls = [] }: Said = {},
): Promise<void> {
  await world.take('UserPromptSubmit', { session_id: session, prompt_id: prompt, prompt })
  for (const [at, [tool_name, tool_input]] of calls.entries()) {
    const call = {
      ...{ session_id: session, prompt_id: prompt, tool_use_id: `${prompt}-${at}` },
      ...{ tool_name, tool_input: { ...tool_input }, tool_response: {} },
    }
    await world.take('PostToolUse', fixture('PostToolUse-Bash', call))
  }
  const stop = { session_id: session, prompt_id: prompt, last_assistant_message: 'Done.' }
  await world.take('Stop', stop)
  await world.runJobs({ rules: listeningRules([], { standing: 'candidate', ...changes }) })
}

const statement = 'Staging listens on port 5433.'

describe('what the user takes back', () => {
  test('is closed in the session it was said in', async () => {
    await say(`learned: ${statement}`)
    expect(await world.contents()).toEqual([statement])
    await say('Never mind.')
    expect(await world.contents()).toEqual([])
  })

  test('is closed too if it was said outright', async () => {
    await say(`learned: ${statement}`, { changes: { standing: 'memory' } })
    await say('I changed my mind, leave it as it was.')
    expect(await world.contents()).toEqual([])
  })

  test('does not take along what another session heard', async () => {
    await say(`learned: ${statement}`, { session: 'before' })
    await say(`As I said, learned: ${statement}`)
    await say('Never mind.')
    expect(await world.contents()).toEqual([statement])
  })

  test('is only what was said just before', async () => {
    await say(`learned: ${statement}`)
    await say('Look at the logs.')
    await say('Never mind.')
    expect(await world.contents()).toEqual([statement])
  })
})

describe('what the user says otherwise in a later session', () => {
  test('closes what was heard before', async () => {
    await say(`learned: ${statement}`)
    world.clock.advance(60_000)
    await say('learned: Staging listens on port 5434.', { session: 's2' })
    expect(await world.contents()).toEqual(['Staging listens on port 5434.'])
    const closed = (await world.memories()).find(({ content }) => content === statement)
    expect(closed?.supersededBy).toBeDefined()
  })

  test('closes no memory if it is only a candidate', async () => {
    await say(`learned: ${statement}`, { changes: { standing: 'memory' } })
    world.clock.advance(60_000)
    await say('learned: Staging listens on port 5434.', { session: 's2' })
    expect(await world.contents()).toHaveLength(2)
  })

  test('leaves another subject alone', async () => {
    await say(`learned: ${statement}`)
    world.clock.advance(60_000)
    await say('learned: The mail server listens on port 5434.', { session: 's2' })
    expect(await world.contents()).toHaveLength(2)
  })
})

describe('what is reported as broken', () => {
  const report = 'The retries in `src/http/retry.ts` are broken.'
  const reported = { changes: { tags: [reportedTag] } }
  const edit = ['Edit', { file_path: '/home/ada/shop/src/http/retry.ts' }] as const
  const check = ['Bash', { command: 'npm test' }] as const

  beforeEach(() => say(`learned: ${report}`, reported))

  test('is closed when the file was changed and a check passed, in a later session too', async () => {
    await say('Please mend it.', { session: 's2', calls: [edit, check] })
    expect(await world.contents()).toEqual([])
  })

  test('stays while no check passed after the change', async () => {
    await say('Please mend it.', { calls: [edit] })
    await say('And now?', { session: 's2', calls: [check, edit] })
    expect(await world.contents()).toEqual([report])
  })

  test('stays when another file was changed', async () => {
    const other = ['Edit', { file_path: '/home/ada/shop/src/http/client.ts' }] as const
    await say('Please mend it.', { calls: [other, check] })
    expect(await world.contents()).toEqual([report])
  })
})
