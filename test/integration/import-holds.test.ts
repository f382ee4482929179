/** An import beside a running daemon: what of it runs on the daemon's thread, and for how long. */
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { writeHistory } from '../../bench/import/claude-history.ts'
import { openLocal } from '../../src/compose/local.ts'
import { makeTemporaryFolder } from '../support/homes/temporary-folder.ts'

const longestHoldMs = 50
const historyBytes = 1_000_000

async function openHome() {
  const root = makeTemporaryFolder()
  const local = await openLocal({ root, userHome: root, env: {} })
  onTestFinished(() => local.close())
  return { root, local }
}

/** Processor time, so that other processes do not count; Node 22 knows it of the process only. */
function usedMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1_000
}

/** @returns the longest time between two turns of the event loop while the work is done */
async function longestHold(now: () => number, work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  const watching = async () => {
    let longest = 0
    for (let last = now(); !isDone; ) {
      await nextTurn()
      longest = Math.max(longest, now() - last)
      last = now()
    }
    return longest
  }
  const watched = watching()
  await work()
  isDone = true
  return watched
}

/** What the daemon does once an import has stored its events. */
async function learnFromImport() {
  const { root, local } = await openHome()
  writeHistory(root, historyBytes)
  const { signal } = new AbortController()
  const found = await local.histories.find({ sources: ['claude-code'] })
  const { toolCalls } = await local.histories.import(found, { signal })
  const indexing = await longestHold(usedMs, () => local.catchUpIndex(signal))
  const lanes = local.jobs.openLanes(signal, () => undefined)
  const learning = await longestHold(usedMs, async () => {
    lanes.nudge()
    await lanes.settle()
  })
  const jobs = await local.store.jobs.counts()
  const unfinished = jobs.filter(({ status }) => status !== 'done')
  return { toolCalls, indexing, learning, kinds: jobs.map(({ kind }) => kind), unfinished }
}

test('indexing and learning from an import yield at least every 50 ms', async () => {
  // The first time, much of it is loaded and compiled.
  await learnFromImport()
  const { toolCalls, indexing, learning, kinds, unfinished } = await learnFromImport()
  expect(toolCalls).toBeGreaterThan(50)
  expect(kinds).toEqual(expect.arrayContaining(['digest-turn', 'digest-session', 'extract']))
  expect(unfinished).toEqual([])
  expect(indexing).toBeLessThan(longestHoldMs)
  expect(learning).toBeLessThan(longestHoldMs)
})

test('a write that waits for the import yields within 50 ms', async () => {
  const { local } = await openHome()
  const importing = new DatabaseSync(local.paths.database)
  onTestFinished(() => importing.close())
  const holds: number[] = []
  for (let round = 0; round < 5; round++) {
    importing.exec('BEGIN IMMEDIATE')
    const stored = setTimeout(() => importing.exec('COMMIT'), 60)
    const waiting = () => local.store.transaction(async () => undefined)
    holds.push(await longestHold(() => performance.now(), waiting))
    clearTimeout(stored)
    if (importing.isTransaction) importing.exec('COMMIT')
  }
  // Another process may take the processor in one of them.
  expect(Math.min(...holds)).toBeGreaterThan(5)
  expect(Math.min(...holds)).toBeLessThan(longestHoldMs)
})
