import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

test('a long computation yields to others', async () => {
  let isTaken = false
  setTimeout(() => {
    isTaken = true
  })
  const until = performance.now() + 20
  while (performance.now() < until) expect(isTaken).toBe(false)
  await yieldToEventLoop()
  expect(isTaken).toBe(true)
})
