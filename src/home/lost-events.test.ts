import { mkdirSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../test/support/homes/temporary-folder.ts'
import {
  acknowledgeLostEvents,
  countLostEvent,
  prepareLostEvents,
  readLostEvents,
} from './lost-events.ts'
import { homePaths } from './paths.ts'

function open() {
  const paths = homePaths(makeTemporaryFolder())
  mkdirSync(paths.run)
  prepareLostEvents(paths)
  return paths
}

test('a new home has lost nothing', () => {
  const paths = open()
  prepareLostEvents(paths)
  expect(readLostEvents(paths)).toBeUndefined()
})

test('each lost event counts, until they are acknowledged', () => {
  const paths = open()
  for (let number = 0; number < 60; number += 1) countLostEvent(paths)
  expect(readLostEvents(paths)).toMatchObject({ count: 60 })
  acknowledgeLostEvents(paths)
  expect(readLostEvents(paths)).toBeUndefined()
  countLostEvent(paths)
  expect(readLostEvents(paths)).toMatchObject({ count: 1 })
})

test('a home whose file was removed counts nevertheless', () => {
  const paths = open()
  rmSync(paths.lostEvents)
  expect(readLostEvents(paths)).toBeUndefined()
  acknowledgeLostEvents(paths)
  countLostEvent(paths)
  expect(readLostEvents(paths)).toMatchObject({ count: 1 })
})

test('a home that cannot be written is no matter of the hook’s', () => {
  expect(() => countLostEvent(homePaths('/proc/throughline'))).not.toThrow()
})
