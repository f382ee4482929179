import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readAll } from './user-input.ts'

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
