import { beforeEach, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { fixture } from '../../../test/support/core/capture.ts'
import { type Extraction, itemOf, openExtraction } from '../../../test/support/core/extraction.ts'
import { sha256 } from '../../adapters/ids.ts'
import { hashContent } from '../memory/new-memory.ts'

const stored = 'Use pnpm instead of npm in this repository: the lockfile is pnpm’s.'
let session: Extraction
beforeEach(async () => {
  session = await openExtraction()
})

/** The user says it, the agent stores it, and the rules hear a candidate in the same turn. */
async function turn(candidate: string, { isStored = true } = {}): Promise<void> {
  await session.take('UserPromptSubmit', { prompt_id: 'p1', prompt: candidate })
  if (isStored) {
    await session.store.transaction(({ memories }) =>
      memories.insert(
        sampleMemory('agents', {
          scopeId: session.project,
          content: stored,
          contentHash: hashContent(stored, sha256),
          trust: 'agent',
        }),
      ),
    )
    const call = {
      prompt_id: 'p1',
      tool_name: 'mcp__throughline__memory_store',
      tool_input: { content: stored },
    }
    await session.take('PostToolUse', fixture('PostToolUse-Bash', call))
  }
  await session.take('Stop', { prompt_id: 'p1', last_assistant_message: 'Noted.' })
  const item = itemOf({ content: candidate, standing: 'candidate' })
  await session.runJobs({
    rules: ({ exchanges }) => [
      { ...item, sources: exchanges.map(({ turnId = '' }) => ({ type: 'turn', ref: turnId })) },
    ],
  })
}

const valid = async () =>
  (await session.memories()).filter(({ validTo }) => validTo === undefined).map((m) => m.content)

test('the agent’s wording replaces the candidate of the same turn', async () => {
  await turn('No, use pnpm here, npm breaks the lockfile')
  expect(await valid()).toEqual([stored])
})

test('a candidate about something else stays', async () => {
  const other = 'The staging server listens on port 4173'
  await turn(other)
  expect((await valid()).sort()).toEqual([other, stored].sort())
})

test('without the agent’s word the candidate stays', async () => {
  const said = 'No, use pnpm here, npm breaks the lockfile'
  await turn(said, { isStored: false })
  expect(await valid()).toEqual([said])
})
