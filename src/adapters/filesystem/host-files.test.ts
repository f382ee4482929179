import { execFileSync } from 'node:child_process'
import { renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { transcriptFiles } from './host-files.ts'

const { tail } = transcriptFiles
const isWindows = process.platform === 'win32'

function write(text: string): string {
  const file = join(makeTemporaryFolder(), 'session.jsonl')
  writeFileSync(file, text)
  return file
}

test('a short file is read whole', async () => {
  expect(await tail(write('{"a":1}\n{"b":2}\n'))).toBe('{"a":1}\n{"b":2}\n')
  expect(await tail(write(''))).toBe('')
})

test('only the last whole lines of a huge file are read', async () => {
  const line = `${'é'.repeat(500)}\n`
  const text = await tail(write(line.repeat(2_000)))
  expect(text?.length).toBeGreaterThan(100_000)
  expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(256 * 1024)
  expect(text?.split('\n').every((each) => each === '' || each.length === 500)).toBe(true)
})

test('a line longer than the limit is cut', async () => {
  expect((await tail(write('x'.repeat(300_000))))?.length).toBe(256 * 1024)
})

test('without a file the tail is undefined', async () => {
  const folder = makeTemporaryFolder()
  for (const path of ['', 'no\0where', folder, join(folder, 'missing'), join(write(''), 'below')]) {
    expect(await tail(path)).toBeUndefined()
  }
})

test.skipIf(isWindows)('a named pipe is not waited for, nor a device read', async () => {
  const pipe = join(makeTemporaryFolder(), 'session.jsonl')
  execFileSync('mkfifo', [pipe])
  expect(await tail(pipe)).toBeUndefined()
  expect(await tail('/dev/zero')).toBeUndefined()
})

test('a file replaced or emptied while it is read returns one of its states', async () => {
  const first = 'a\n'.repeat(50_000)
  const second = 'b\n'.repeat(50_000)
  const file = write(first)
  const replacement = `${file}.new`
  for (let round = 0; round < 20; round++) {
    writeFileSync(replacement, round % 2 === 0 ? second : first)
    const reading = tail(file)
    renameSync(replacement, file)
    expect([first, second]).toContain(await reading)
  }
  const reading = tail(file)
  truncateSync(file)
  expect(first.startsWith((await reading) ?? 'x')).toBe(true)
})
