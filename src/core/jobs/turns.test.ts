import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work with one key runs one after another, also after a failure, and other work beside it', async () => {
  const inTurn = createTurns()
  const seen: string[] = []
  const open = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    await open.promise
    seen.push('first')
    throw new Error('failed')
  })
  const second = inTurn('a', async () => seen.push('second'))
  await inTurn('b', async () => seen.push('other'))
  open.resolve()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(seen).toEqual(['other', 'first', 'second'])
})
