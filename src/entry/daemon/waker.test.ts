import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAlarm, createWaker } from './waker.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function openWaker({ isWorking = true } = {}) {
  let report = () => {}
  const waker = createWaker((onChange) => {
    report = onChange
    return { isWorking: () => isWorking, close() {} }
  })
  onTestFinished(() => waker.close())
  let looks = 0
  waker.onWake(() => {
    looks += 1
  })
  return { change: () => report(), looks: () => looks }
}

describe('an idle daemon', () => {
  test('checks for work once after its start, and then every 30 s', async () => {
    const { looks } = openWaker()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(looks()).toBe(1)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(looks()).toBe(21)
  })

  test('checks soon after a change, once for several in a row', async () => {
    const { looks, change } = openWaker()
    await vi.advanceTimersByTimeAsync(2_000)
    for (let write = 0; write < 3; write += 1) change()
    await vi.advanceTimersByTimeAsync(200)
    expect(looks()).toBe(2)
    change()
    await vi.advanceTimersByTimeAsync(200)
    expect(looks()).toBe(3)
  })

  test('checks even if a writer never pauses', async () => {
    const { looks, change } = openWaker()
    for (let time = 0; time < 1_000; time += 50) {
      change()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(looks()).toBeGreaterThanOrEqual(4)
  })

  test('checks every 2 s if the system cannot watch folders', async () => {
    const { looks } = openWaker({ isWorking: false })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(looks()).toBe(10)
  })
})

test('an alarm fires once at the time set last, and leaves a distant one to the regular check', async () => {
  const ring = vi.fn()
  const alarm = createAlarm(ring)
  onTestFinished(() => alarm.close())
  alarm.set(10_000)
  alarm.set(5_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ring).toHaveBeenCalledTimes(1)
  alarm.set(2 ** 40)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ring).toHaveBeenCalledTimes(1)
})
