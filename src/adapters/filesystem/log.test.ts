import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { createRedactor } from '../redaction/redactor.ts'
import { appendToRotatingFile, createLog } from './log.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'daemon.log')
})
const open = (level: 'debug' | 'info' | 'warn' | 'error' = 'info') =>
  createLog(file, { level }, createRedactor())
const lines = () =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('the log', () => {
  test('writes one JSON object a line, with time, level and fields', () => {
    const log = open()
    log.info('started', { port: 0 })
    log.warn('odd')
    expect(lines()).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^[\dT:.-]+Z$/),
        pid: process.pid,
        port: 0,
        msg: 'started',
      },
      expect.objectContaining({ level: 40, msg: 'odd' }),
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('logs an error with its cause', () => {
    open().error('failed', { error: new Error('outer', { cause: new Error('inner') }), job: 'x' })
    expect(lines()).toEqual([
      expect.objectContaining({
        msg: 'failed',
        job: 'x',
        err: expect.objectContaining({ message: 'outer: inner', stack: expect.any(String) }),
      }),
    ])
  })

  test('leaves out messages below its level', () => {
    const log = open('warn')
    log.info('quiet')
    log.error('loud')
    expect(lines()).toHaveLength(1)
  })

  test('holds no secret, in message, field or error', () => {
    const secret = `gh${'p'}_${'a1B2'.repeat(9)}`
    const log = open()
    log.info(`token ${secret}`, { nested: { list: [secret] }, password: 'correct-horse-9' })
    log.error('failed', { error: new Error(`said "${secret}" and password="correct-horse-9"`) })
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(secret)
    expect(text).not.toContain('correct-horse-9')
    expect(lines()).toHaveLength(2)
  })

  test('stays one object per line, with any message', () => {
    const log = open()
    const messages = [
      '<private>never closed',
      'two\nlines',
      'quote " and \\ slash',
      'password="',
      '',
    ]
    for (const message of messages) log.info(message)
    log.info('the last')
    expect(lines()).toHaveLength(messages.length + 1)
    expect(lines().at(-1)).toMatchObject({ msg: 'the last' })
  })

  test('never throws: what cannot be written is not worth dying for', () => {
    mkdirSync(file)
    expect(() => open().error('nobody hears', { error: new Error('x') })).not.toThrow()
  })

  test('never throws for a value JSON cannot hold', () => {
    const circular: Record<string, unknown> = { big: 1n }
    circular.self = circular
    expect(() => open().info('odd', circular)).not.toThrow()
  })

  test('is rotated at its size', () => {
    writeFileSync(file, 'x'.repeat(5 * 1024 * 1024))
    open().info('one more line')
    expect(lines()).toHaveLength(1)
    expect(statSync(`${file}.1`).size).toBe(5 * 1024 * 1024)
  })
})

describe('rotating file', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = makeTemporaryFolder()
    file = join(folder, 'daemon.log')
  })
  const open = (maxBytes = 10, keep = 2) => ({
    write: (line: string) => appendToRotatingFile({ file, maxBytes, keep }, line),
  })
  const contents = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )

  describe('a rotating file', () => {
    test('is created with the first line, for its owner only', () => {
      const log = open()
      expect(contents()).toEqual({})
      log.write('one\n')
      expect(contents()).toEqual({ 'daemon.log': 'one\n' })
      expect(statSync(file).mode & 0o777).toBe(0o600)
    })

    test('rotates when a line would make it too large, and deletes the oldest', () => {
      const log = open(10, 2)
      for (const line of ['11111\n', '2222\n', '3333\n', '44444444\n', '5\n', '66666666\n'])
        log.write(line)
      expect(contents()).toEqual({
        'daemon.log': '66666666\n',
        'daemon.log.1': '5\n',
        'daemon.log.2': '44444444\n',
      })
    })

    test('keeps one old file when one is to be kept', () => {
      const log = open(4, 1)
      for (const line of ['111\n', '222\n', '333\n']) log.write(line)
      expect(contents()).toEqual({ 'daemon.log': '333\n', 'daemon.log.1': '222\n' })
    })

    test('counts what an earlier process wrote, in bytes', () => {
      writeFileSync(file, 'ä'.repeat(4))
      open().write('ää\n')
      expect(contents()).toEqual({ 'daemon.log': 'ää\n', 'daemon.log.1': 'ääää' })
    })

    test('takes a line larger than the limit whole', () => {
      const log = open(4)
      log.write('far too long\n')
      log.write('x\n')
      expect(contents()).toEqual({ 'daemon.log': 'x\n', 'daemon.log.1': 'far too long\n' })
    })

    test('continues after it was deleted', () => {
      const log = open(4)
      log.write('111\n')
      rmSync(file)
      log.write('222\n')
      log.write('333\n')
      expect(contents()).toEqual({ 'daemon.log': '333\n', 'daemon.log.1': '222\n' })
    })

    test('does not rotate again when another process has just done so', () => {
      const [one, other] = [open(10), open(10)]
      one.write('11111\n')
      other.write('2222\n')
      one.write('3\n')
      other.write('4\n')
      expect(contents()).toEqual({ 'daemon.log': '2222\n3\n4\n', 'daemon.log.1': '11111\n' })
    })
  })
})
