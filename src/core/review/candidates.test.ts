import { beforeEach, expect, test } from 'vitest'
import { openReview } from '../../../test/support/core/review.ts'
import { sha256 } from '../../adapters/ids.ts'
import { wasDropped } from '../memory/dropped-candidates.ts'
import type { Memory } from '../model/memory.ts'

let world: Awaited<ReturnType<typeof openReview>>
beforeEach(async () => {
  world = await openReview()
})

const heard = {
  ...{ standing: 'candidate', source: 'heuristic', trust: 'agent' },
  ...{ confirmation: undefined, confirmedAt: undefined },
} as const satisfies Partial<Memory>
const content = 'Use pnpm in this repository, never npm'
const hear = (changes: Partial<Memory> = {}) => world.put({ content, ...heard, ...changes })
const learnsAgain = async (text: string) => {
  const again = { source: 'heuristic', content: text } as const
  return !(await world.transaction(({ extractions }) => wasDropped(extractions, again, sha256)))
}

test('candidates come up newest first, and in no other kind', async () => {
  await world.put({ content: 'Never use pnpm in this repository' })
  const [one, two] = [await hear(), await hear({ content: 'Use yarn in this repository' })]
  const found = await world.queue()
  expect(found.map(({ kind, memories }) => [kind, memories[0]?.id])).toEqual([
    ['candidate', two.id],
    ['candidate', one.id],
  ])
  expect(found[0]).toMatchObject({
    why: 'Learned from what the agent said; not confirmed yet.',
    suggestion: 'keep',
  })
})

test('the most important candidates come first, what rules overheard last', async () => {
  const overheard = await hear({ importance: 0.9 })
  const read = { source: 'model' } as const
  const minor = await hear({ ...read, content: 'Use yarn in the shop', importance: 0.3 })
  const major = await hear({ ...read, content: 'Never deploy on Fridays', importance: 0.8 })
  const found = await world.queue()
  expect(found.map(({ memories }) => memories[0]?.id)).toEqual([major.id, minor.id, overheard.id])
})

test('one may be kept as another kind, until that is undone', async () => {
  const { id, kind } = await hear()
  const { key } = await world.item('candidate')
  await expect(world.decide({ key, decision: 'drop', as: 'rule' })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  await world.decide({ key, decision: 'keep', as: 'rule' })
  expect(await world.memories.find(id)).toMatchObject({ kind: 'rule', standing: 'memory' })
  await world.undoDecision()
  expect(await world.memories.find(id)).toMatchObject({ kind, standing: 'candidate' })
})

test('one that is kept is the user’s memory, until that is undone', async () => {
  const candidate = await hear({ trust: 'tool' })
  const { key, suggestion } = await world.item('candidate')
  expect(suggestion).toBe('drop')
  await world.decide({ key, decision: 'keep' })
  const kept = { standing: 'memory', confirmation: 'reviewed', trust: 'user', content }
  expect(await world.memories.find(candidate.id)).toMatchObject(kept)
  expect(await world.queue()).toEqual([])
  await world.undoDecision()
  const { version: _, updatedAt: __, ...before } = candidate
  expect(await world.memories.find(candidate.id)).toMatchObject(before)
  expect(await world.item('candidate')).toBeDefined()
})

test.each([undefined, 'Tests listen on port 4000'])(
  'a teammate’s that is kept stays theirs, unless it is kept in other words: %s',
  async (reworded) => {
    const author = { id: 'p1', name: 'Ada' }
    const { id } = await hear({ trust: 'teammate', author, source: 'sync' })
    const { key, why } = await world.item('candidate')
    expect(why).toBe('From Ada; not confirmed yet.')
    await world.decide({ key, decision: 'keep', content: reworded })
    expect(await world.memories.find(id)).toMatchObject({
      ...{ standing: 'memory', confirmation: 'reviewed', content: reworded ?? content },
      ...(reworded ? { trust: 'user', author: undefined } : { trust: 'teammate', author }),
    })
    await world.undoDecision()
    expect(await world.memories.find(id)).toMatchObject({ standing: 'candidate', author, content })
  },
)

test.each([undefined, 'Tests listen on port 4000'])(
  'a repository’s that is kept stays the repository’s, unless it is kept in other words: %s',
  async (reworded) => {
    const { id } = await hear({ trust: 'repository', source: 'import' })
    const { key, why } = await world.item('candidate')
    expect(why).toBe('Learned from what the repository’s files say; not confirmed yet.')
    await world.decide({ key, decision: 'keep', content: reworded })
    expect(await world.memories.find(id)).toMatchObject({
      ...{ standing: 'memory', confirmation: 'reviewed', content: reworded ?? content },
      trust: reworded ? 'user' : 'repository',
    })
  },
)

test('one can be kept in other words', async () => {
  const { id } = await hear()
  const { key } = await world.item('candidate')
  await world.decide({ key, decision: 'keep', content: 'Use pnpm: its lockfile is the one in git' })
  expect(await world.memories.find(id)).toMatchObject({
    content: 'Use pnpm: its lockfile is the one in git',
    confirmation: 'reviewed',
  })
})

test('one that is dropped is forgotten, and not learned again in nearly the same words', async () => {
  const { id } = await hear()
  await world.decide({ key: (await world.item('candidate')).key, decision: 'drop' })
  expect(await world.memories.find(id)).toBeUndefined()
  expect(await learnsAgain('In this repository we never use npm')).toBe(true)
  expect(await learnsAgain('Please use pnpm in this repository, never npm!')).toBe(false)
  const stored = JSON.stringify(world.rows('SELECT * FROM dropped_candidates'))
  expect(stored).not.toMatch(/pnpm|repositor/)
  await world.undoDecision()
  expect(await world.memories.find(id)).toMatchObject(heard)
  expect(await learnsAgain(content)).toBe(true)
})

test('one that is dropped is not learned again because something else came of it', async () => {
  await hear({ content: `${content}. Agent: Removed package-lock.json.` })
  await world.decide({ key: (await world.item('candidate')).key, decision: 'drop' })
  expect(await learnsAgain(`${content}. Agent: The workflow installs with pnpm now.`)).toBe(false)
})

test.each([
  { decision: 'merge' as const },
  { decision: 'accept' as const },
  { decision: 'drop' as const, content: 'x' },
])('none can be decided by %j', async (wanted) => {
  await hear()
  const { key } = await world.item('candidate')
  await expect(world.decide({ key, ...wanted })).rejects.toMatchObject({ code: 'invalid-input' })
})
