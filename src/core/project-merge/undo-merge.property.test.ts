import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { type MemoryStore, openMemoryStore } from '../../../test/support/core/memory-store.ts'
import { mergeProjects, undoMerge } from './operations.ts'

const step = fc.record({
  project: fc.constantFrom('a', 'b', 'c'),
  key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
  words: fc.constantFrom('aa', 'bb', 'cc'),
  next: fc.constantFrom('nothing', 'pin', 'move', 'forget'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function build(steps: readonly Step[]) {
  const clock = createTestClock()
  const store = await openMemoryStore(clock)
  const ids = new Map<string, string>()
  for (const identity of ['a', 'b', 'c']) {
    const project = await store.projects.insert({ identity, name: identity, root: undefined })
    ids.set(identity, project.id)
  }
  const idOf = (project: string) => ids.get(project) ?? ''
  for (const { project, key, words, next } of steps) {
    clock.advance(1_000)
    const at = clock.now().toISOString()
    const said = { key, content: words, contentHash: words }
    const memory = sampleMemory(store.ids.next(), { scopeId: idOf(project), ...said })
    const work = store.transaction(async ({ memories: tx }) => {
      await tx.insert(memory)
      if (next === 'pin') await tx.update(memory.id, { pinned: true }, at)
      if (next === 'move') await tx.update(memory.id, { scopeId: idOf('b') }, at)
      if (next === 'forget') await tx.forget(memory.id, at, { archive: true })
    })
    // What is said or named already is refused, and then nothing of the step happens.
    await work.catch(() => undefined)
  }
  return { store, idOf, clock, ports: { ...store, clock } }
}

/** What is said where; of the past, where the versions there were then belong. */
function everything({ rows }: MemoryStore, time: string) {
  return {
    memories: rows(
      `SELECT id, scope_id, key, content, pinned, valid_to, superseded_by FROM memories ORDER BY id`,
    ),
    past: rows(
      `SELECT memory_id, version, scope_id FROM memory_revisions WHERE valid_to < ?
       ORDER BY memory_id, version`,
      time,
    ),
    forgotten: rows('SELECT id, scope_id FROM memory_tombstones ORDER BY id'),
    archived: rows('SELECT id, scope_id FROM memory_archive ORDER BY id'),
    indexed: rows('SELECT id, scope_id, project_id FROM search_documents ORDER BY id'),
    projects: rows('SELECT * FROM projects ORDER BY id'),
    aliases: rows('SELECT * FROM project_aliases ORDER BY identity'),
  }
}

/** Which go into which, and in which order they are taken out. */
const story = fc.constantFrom(
  { merged: ['ab'], out: 'a' },
  { merged: ['ab', 'bc'], out: 'ba' },
  { merged: ['ac', 'bc'], out: 'ba' },
  { merged: ['ac', 'bc'], out: 'ab' },
  { merged: ['ba', 'ca'], out: 'bc' },
)

test('merges that are all taken back leave everything as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), story, async (steps, { merged, out }) => {
      const { store, idOf, clock, ports } = await build(steps)
      clock.advance(1_000)
      const time = clock.now().toISOString()
      const before = everything(store, time)
      for (const [from = '', into = ''] of merged) {
        clock.advance(1_000)
        await mergeProjects(idOf(from), idOf(into), ports)
      }
      for (const project of out) {
        clock.advance(1_000)
        await undoMerge(project, ports)
      }
      expect(everything(store, time)).toEqual(before)
      store.close()
    }),
    { numRuns: 50 },
  )
})
