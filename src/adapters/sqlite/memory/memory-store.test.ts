import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isLongRun } from '../../../../test/hermetic/long-run.ts'
import { createTestClock } from '../../../../test/support/core/clock.ts'
import { openMemories } from '../../../../test/support/core/memories.ts'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { runChildScript } from '../../../../test/support/processes/child-script.ts'
import { openStore } from '../store.ts'

describe('a database file', () => {
  let file: string
  beforeEach(() => {
    file = join(makeTemporaryFolder(), 'throughline.db')
  })

  async function open() {
    const store = await openStore({
      file,
      backupFolder: join(file, '..', 'backups'),
      keepBackups: 1,
      clock: createTestClock(),
    })
    onTestFinished(() => store.close())
    return store
  }

  test('has no trace of what was forgotten at once', async () => {
    const store = await open()
    const words = 'unmistakable-words '.repeat(50)
    const { write, ports } = await openMemories()
    const { memory } = await write({ content: words })
    const at = ports.clock.now().toISOString()
    await store.transaction(({ memories }) => memories.insert(memory))
    await store.transaction(({ memories }) =>
      memories.update(memory.id, { content: `longer ${words}` }, at),
    )
    await store.transaction(({ memories }) => memories.forget(memory.id, at, { archive: true }))
    await store.transaction(({ memories }) => memories.dropArchived(memory.id))
    store.close()
    expect(readFileSync(file).includes('unmistakable')).toBe(false)
  })

  const writeMany = `
    import { createHash } from 'node:crypto'
    import { openStore } from '${new URL('../store.ts', import.meta.url)}'
    import { writeMemory } from '${new URL('../../../core/memory/write-memory.ts', import.meta.url)}'
    const [file, writer, count] = process.argv.slice(1)
    const clock = { now: () => new Date() }
    const store = await openStore({ file, backupFolder: '', keepBackups: 1, clock })
    const ports = {
      ...store,
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

  const writes = isLongRun ? 500 : 50
  const shared = Math.floor(writes / 10)

  test(`takes ${writes} writes each of four processes, and none is lost`, async () => {
    const { memories: store } = await open()
    const writers = ['0', '1', '2', '3'].map((writer) =>
      runChildScript(writeMany, file, writer, String(writes)),
    )
    const outcomes = await Promise.all(
      writers.map(async (writer) => JSON.parse(await writer.nextLine()) as Record<string, number>),
    )
    expect(await Promise.all(writers.map((writer) => writer.ended()))).toEqual([0, 0, 0, 0])
    const sum = (name: string) => outcomes.reduce((total, counts) => total + (counts[name] ?? 0), 0)
    expect(sum('created')).toBe(4 * (writes - shared) + 1)
    expect(sum('updated')).toBe(4 * shared - 1)
    const addresses = [{ scope: 'project', scopeId: 'a' }] as const
    const { total } = await store.list({ addresses }, { limit: 1, offset: 0 })
    expect(total).toBe(4 * (writes - shared) + 1)
    const last = await store.findByKey(addresses[0], 'shared')
    expect(await store.revisions(last?.id ?? '')).toHaveLength((last?.version ?? 0) - 1)
  }, 120_000)
})
