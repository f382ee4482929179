import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { runChildScript } from '../../../../test/support/processes/child-script.ts'
import { tryLock } from './process-lock.ts'

const holdLock = `
  import { tryLock } from '${new URL('./process-lock.ts', import.meta.url)}'
  const lock = tryLock(process.argv[1])
  process.stdout.write(lock ? 'held\\n' : 'refused\\n')
  process.stdin.once('data', () => {
    lock?.release()
    process.stdout.write('released\\n')
  })
`

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'daemon.lock')
})

describe('the lock between processes', () => {
  test('is held by one of two processes, until that one releases it', async () => {
    const holder = runChildScript(holdLock, file)
    expect(await holder.nextLine()).toBe('held')
    expect(tryLock(file)).toBeUndefined()
    expect(await runChildScript(holdLock, file).nextLine()).toBe('refused')
    holder.process.stdin?.write('go\n')
    expect(await holder.nextLine()).toBe('released')
    const lock = tryLock(file)
    expect(lock).toBeDefined()
    lock?.release()
  })

  test('is free again when its holder was killed', async () => {
    const holder = runChildScript(holdLock, file)
    expect(await holder.nextLine()).toBe('held')
    holder.process.kill('SIGKILL')
    expect(await holder.ended()).toBe('SIGKILL')
    const lock = tryLock(file)
    expect(lock).toBeDefined()
    lock?.release()
  })

  test('is not kept from anybody by what somebody wrote into its file', () => {
    writeFileSync(file, 'this is no lock '.repeat(100))
    const lock = tryLock(file)
    expect(lock).toBeDefined()
    expect(tryLock(file)).toBeUndefined()
    lock?.release()
  })

  test('is held by one of many processes that come at once', async () => {
    const said = await Promise.all(
      Array.from({ length: 4 }, () => runChildScript(holdLock, file).nextLine()),
    )
    expect(said.toSorted()).toEqual(['held', 'refused', 'refused', 'refused'])
  })

  test('is not given twice within one process', () => {
    const lock = tryLock(file)
    expect(tryLock(file)).toBeUndefined()
    lock?.release()
    const next = tryLock(file)
    expect(next).toBeDefined()
    next?.release()
  })

  test('is a file for its owner only', () => {
    tryLock(file)?.release()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('says so when its file cannot be made', () => {
    expect(() => tryLock(join(file, 'no-such-folder', 'x.lock'))).toThrow(
      expect.objectContaining({ code: 'database-unwritable' }),
    )
  })
})
