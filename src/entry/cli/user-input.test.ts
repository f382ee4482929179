import { PassThrough, Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { expect, it } from 'vitest'
import { createKeyReader, readAll } from './user-input.ts'

it('reads characters that are split between chunks', async () => {
  const bytes = Buffer.from('naïve ☃')
  const chunks = [...bytes].map((byte) => Buffer.of(byte))
  expect(await readAll(Readable.from(chunks))).toBe('naïve ☃')
})

it('refuses an endless input after 16 MiB', async () => {
  let given = 0
  async function* endless() {
    for (;;) {
      given += 1
      yield Buffer.alloc(1024 * 1024)
    }
  }
  await expect(readAll(endless())).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'standard input has more than 16 MiB',
  })
  expect(given).toBe(17)
})

it('reads keys that come in one go one after another, and arrows as one key', async () => {
  const terminal = Object.assign(new PassThrough(), { setRawMode: () => {} })
  const nextKey = createKeyReader(() => terminal as unknown as ReadStream)
  terminal.write('bq\u001b[Aé')
  expect(await nextKey()).toBe('b')
  expect(await nextKey()).toBe('q')
  expect(await nextKey()).toBe('\u001b[A')
  expect(await nextKey()).toBe('é')
  terminal.write('k\u0003')
  expect(await nextKey()).toBe('k')
  expect(await nextKey()).toBeUndefined()
})
