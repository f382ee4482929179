import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { openMemories } from '../../../../test/support/core/memories.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { runChildScript } from '../../../../test/support/processes/child-script.ts'
import { Database } from '../connection/database.ts'
import { migrate } from '../connection/migrate.ts'
import { createMemoryStore } from './memory-store.ts'

describe('what is derived from memories', () => {
  test('hears of every change within its transaction', async () => {
    const heard: string[] = []
    const memories = await openMemories({
      onWritten: ({ id, version, validTo }) =>
        void heard.push(`${id} ${version}${validTo ? ' closed' : ''}`),
      onForgotten: async (id) => void heard.push(`${id} forgotten`),
    })
    const one = (await memories.write({ content: 'one', key: 'k' })).memory.id
    await memories.write({ content: 'two', key: 'k' })
    const three = (await memories.write({ content: 'three', supersedes: one })).memory.id
    await memories.store.transaction(async (tx) => {
      await tx.forget(three, '2026-01-03T00:00:00.000Z', { archive: true })
      await tx.forget('unknown', '2026-01-03T00:00:00.000Z', { archive: true })
      await tx.restore(three)
      await tx.moveAll(
        { scope: 'global', scopeId: '' },
        { scope: 'project', scopeId: 'a' },
        '2026-01-04T00:00:00.000Z',
      )
    })
    expect(heard).toEqual([
      `${one} 1`,
      `${one} 2`,
      `${one} 3 closed`,
      `${three} 1`,
      `${three} forgotten`,
      `${three} 1`,
      `${one} 3 closed`,
      `${three} 1`,
    ])
  })

  test('keeps a memory from being forgotten only in part', async () => {
    const memories = await openMemories({
      onForgotten: () => Promise.reject(new Error('the index failed')),
    })
    const { memory } = await memories.write({ content: 'one' })
    const forget = memories.store.transaction((tx) =>
      tx.forget(memory.id, memory.createdAt, { archive: true }),
    )
    await expect(forget).rejects.toThrow('the index failed')
    expect(await memories.store.find(memory.id)).toEqual(memory)
    expect(memories.rows('SELECT * FROM memory_archive')).toEqual([])
  })
})

describe('a database file', () => {
  let file: string
  beforeEach(() => {
    file = join(makeTemporaryFolder(), 'throughline.db')
  })

  async function open() {
    const database = new Database(file)
    onTestFinished(() => database.close())
    const now = createTestClock().now()
    await migrate(database, { backupFolder: join(file, '..', 'backups'), keepBackups: 1, now })
    return { database, store: createMemoryStore(database) }
  }

  test('has no trace of what was forgotten at once', async () => {
    const { database, store } = await open()
    const words = 'unmistakable-words '.repeat(50)
    const { write, ports } = await openMemories()
    const { memory } = await write({ content: words })
    const at = ports.clock.now().toISOString()
    await store.transaction((tx) => tx.insert(memory))
    await store.transaction((tx) => tx.update(memory.id, { content: `longer ${words}` }, at))
    await store.transaction((tx) => tx.forget(memory.id, at, { archive: true }))
    await store.transaction((tx) => tx.dropArchived(memory.id))
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(readFileSync(file).includes('unmistakable')).toBe(false)
  })

  const writeMany = `
    import { createHash } from 'node:crypto'
    import { createIdSource } from '${new URL('../../ids.ts', import.meta.url)}'
    import { Database } from '${new URL('../connection/database.ts', import.meta.url)}'
    import { portsOn } from '${new URL('../store.ts', import.meta.url)}'
    import { writeMemory } from '${new URL('../../../core/memory/write-memory.ts', import.meta.url)}'
    const [file, writer, count] = process.argv.slice(1)
    const clock = { now: () => new Date() }
    const ids = createIdSource(clock)
    const { memories: store, search } = portsOn(new Database(file), clock, ids)
    const ports = {
      store,
      search,
      ids,
      clock,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
      redactor: { redact: (text) => text, redactMember: (_, text) => text },
    }
    const place = { scope: 'project', scopeId: 'a', source: 'manual', trust: 'user' }
    const outcomes = {}
    for (let number = 0; number < Number(count); number++) {
      const own = { ...place, content: \`statement \${number} of writer \${writer}\` }
      const shared = { ...place, content: \`shared statement \${number % 10}\`, key: 'shared' }
      const { outcome } = await writeMemory(number % 10 === 9 ? shared : own, ports)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    process.stdout.write(JSON.stringify(outcomes) + '\\n')
  `

  test('takes 500 writes each of four processes, and none is lost', async () => {
    const { store } = await open()
    const writers = ['0', '1', '2', '3'].map((writer) =>
      runChildScript(writeMany, file, writer, '500'),
    )
    const outcomes = await Promise.all(
      writers.map(async (writer) => JSON.parse(await writer.nextLine()) as Record<string, number>),
    )
    expect(await Promise.all(writers.map((writer) => writer.ended()))).toEqual([0, 0, 0, 0])
    const sum = (name: string) => outcomes.reduce((total, counts) => total + (counts[name] ?? 0), 0)
    expect(sum('created')).toBe(4 * 450 + 1)
    expect(sum('updated')).toBe(4 * 50 - 1)
    const addresses = [{ scope: 'project', scopeId: 'a' }] as const
    const { total } = await store.list({ addresses }, { limit: 1, offset: 0 })
    expect(total).toBe(4 * 450 + 1)
    const shared = await store.findByKey(addresses[0], 'shared')
    expect(await store.revisions(shared?.id ?? '')).toHaveLength((shared?.version ?? 0) - 1)
  }, 120_000)
})
