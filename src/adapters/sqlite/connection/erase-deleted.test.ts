/** `delete` erases the text from every file, even while other processes have them open. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sampleMemory } from '../../../../test/conformance/samples.ts'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { hashContent } from '../../../core/memory/new-memory.ts'
import type { LocalStore as Store } from '../../../core/ports/store.ts'
import { sha256 } from '../../ids.ts'
import { openStore } from '../store.ts'

const word = 'zebraquux'
let file: string
let store: Store
beforeEach(async () => {
  file = join(makeTemporaryFolder(), 'throughline.db')
  store = await open()
  await open()
})

async function open(): Promise<Store> {
  const clock = createTestClock()
  const opened = await openStore({ file, backupFolder: `${file}-backups`, keepBackups: 1, clock })
  onTestFinished(() => opened.close())
  return opened
}

async function remember(...contents: string[]): Promise<string[]> {
  return store.transaction(async ({ memories: tx }) => {
    const ids: string[] = []
    for (const content of contents) {
      const id = store.ids.next()
      const contentHash = hashContent(content, sha256)
      await tx.insert(sampleMemory(id, { content, contentHash, key: undefined }))
      ids.push(id)
    }
    return ids
  })
}

const filesWith = (text: string) =>
  [file, `${file}-wal`].filter((each) => readFileSync(each).includes(text))

async function forgetForGood(ids: readonly string[]): Promise<void> {
  await store.transaction(async ({ memories: tx }) => {
    for (const id of ids) await tx.forget(id, '2026-02-01T00:00:00.000Z', { archive: false })
  })
  await store.eraseDeleted()
}

const many = (prefix: string) => Array.from({ length: 300 }, (_, n) => `${prefix} number ${n}`)

test('the word of one memory among many is gone', async () => {
  const [id = ''] = await remember(`The word is ${word}`)
  await remember(...many('another'))
  expect(filesWith(word)).not.toEqual([])
  await forgetForGood([id])
  expect(filesWith(word)).toEqual([])
  expect(filesWith('another')).not.toEqual([])
  expect(store.checkIntegrity()).toEqual([])
  expect(await store.search.check()).toEqual([])
})

test('so is what the index left in pages that nobody uses', async () => {
  const ids = await remember(...many(word))
  await store.search.optimise()
  await store.search.clear()
  await forgetForGood(ids)
  expect(filesWith(word)).toEqual([])
})

test('what else is there is still found', async () => {
  const [id = ''] = await remember(`The word is ${word}`)
  await remember('The linter is biome')
  await forgetForGood([id])
  expect(await store.memories.list({ addresses: 'all' }, { limit: 5, offset: 0 })).toMatchObject({
    memories: [{ content: 'The linter is biome' }],
  })
  expect(await store.search.check()).toEqual([])
})
