import { expect, onTestFinished, test, vi } from 'vitest'
import { createWikiLoop } from './background-loops.ts'

const log = { info() {}, warn() {}, error() {} }

/** @param queueDue gets the folders of each attempt */
function watchFolder(queueDue: (edited: ReadonlySet<string>) => Promise<number | undefined>) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const closing = new AbortController()
  let save = (_: string) => {}
  const wikis = {
    queueDue,
    watch(onEdit: (folder: string) => void) {
      save = onEdit
      return { close() {} }
    },
  }
  const loop = createWikiLoop({ wikis, log }, closing.signal, () => undefined)
  onTestFinished(() => loop.close())
  return { loop, closing, save: (folder: string) => save(folder) }
}

test('an edit whose build could not be queued is queued at the next check', async () => {
  const asked: string[][] = []
  const { save } = watchFolder(async (edited) => {
    asked.push([...edited])
    if (asked.length === 1) throw new Error('the database is locked')
    return undefined
  })
  save('global')
  await vi.advanceTimersByTimeAsync(400)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([['global'], ['global']])
})

test('changes that came too early for a build are built on schedule', async () => {
  const asked: number[] = []
  const { loop } = watchFolder(async () => {
    asked.push(Date.now())
    return asked.length === 1 ? 20_000 : undefined
  })
  loop.nudge()
  await vi.advanceTimersByTimeAsync(60_000)
  const [first = 0, second = 0] = asked
  expect(asked).toHaveLength(2)
  expect(second - first).toBe(20_000)
})

test('a stopping daemon waits until builds are queued', async () => {
  const { promise: queued, resolve: queue } = Promise.withResolvers<undefined>()
  const { loop, closing, save } = watchFolder(() => queued)
  save('global')
  await vi.advanceTimersByTimeAsync(400)
  closing.abort()
  let isSettled = false
  const settled = loop.settle().then(() => {
    isSettled = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isSettled).toBe(false)
  queue(undefined)
  await settled
})
