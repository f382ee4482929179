import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { claimDaemonStart, removeOldClaims } from './start-daemon.ts'

const newRun = () => ({ run: join(makeTemporaryFolder(), 'run') })

test('a start is claimed once a minute, whenever the minute turns', () => {
  const paths = newRun()
  const seconds = [119, 119, 120, 150, 178, 179, 180, 238, 239]
  expect(seconds.filter((second) => claimDaemonStart(paths, second))).toEqual([119, 179, 239])
})

test('a claim without a number is valid for its own minute', () => {
  const paths = newRun()
  claimDaemonStart(paths, 600)
  writeFileSync(join(paths.run, 'daemon-start.10'), '')
  expect(claimDaemonStart(paths, 659)).toBe(false)
  expect(claimDaemonStart(paths, 661)).toBe(true)
})

test('claims of earlier minutes and of before a reboot are removed', () => {
  const paths = newRun()
  for (const second of [60, 600, 660, 6_000]) claimDaemonStart(paths, second)
  writeFileSync(join(paths.run, 'port'), '7')
  removeOldClaims(paths, 661)
  expect(readdirSync(paths.run).sort()).toEqual(['daemon-start.10', 'daemon-start.11', 'port'])
})

test('a folder that cannot be written starts nothing', () => {
  const run = join(makeTemporaryFolder(), 'file', 'run')
  writeFileSync(join(run, '..'), '')
  expect(claimDaemonStart({ run })).toBe(false)
})
