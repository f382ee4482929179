import { expect, test } from 'vitest'
import { idOf, openContext } from '../../../test/support/core/context.ts'
import { shortId } from '../model/memory.ts'
import { findById } from './find-memory.ts'

const one = '019a0000-0000-7000-8000-5d2b8c1e4a77'
const other = '019b1111-0000-7000-8000-ff2b8c1e4a77'

test('a memory is found by the end of its id that a context shows', async () => {
  const { store } = await openContext([
    { id: one, content: 'This one.' },
    { id: idOf(2), content: 'Another.' },
  ])
  expect(shortId(one)).toBe('2b8c1e4a77')
  expect((await findById(store.memories, '2b8c1e4a77')).id).toBe(one)
  expect((await findById(store.memories, '2B8C1E4A77')).id).toBe(one)
})

test('an end that two ids have is refused, and says what to give', async () => {
  const { store } = await openContext([
    { id: one, content: 'This one.' },
    { id: other, content: 'Another.' },
  ])
  await expect(findById(store.memories, '2b8c1e4a77')).rejects.toMatchObject({
    code: 'conflict',
    message: 'the ids of several memories end in "2b8c1e4a77"',
    hint: 'give the whole id; throughline list shows them',
  })
  expect((await findById(store.memories, other)).content).toBe('Another.')
})

test('an end that no id has is not found', async () => {
  const { store } = await openContext()
  await expect(findById(store.memories, '0123456789')).rejects.toMatchObject({ code: 'not-found' })
})
