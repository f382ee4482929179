import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { createRedactor } from '../redaction/redactor.ts'
import { createLog } from './log.ts'

let file: string
beforeEach(() => {
  file = join(makeTemporaryFolder(), 'daemon.log')
})
const open = (level: 'debug' | 'info' | 'warn' | 'error' = 'info', maxMegabytes = 5) =>
  createLog(file, { level, maxMegabytes, keep: 2 }, createRedactor())
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
    const log = open('info', 0.001)
    for (let n = 0; n < 30; n++) log.info(`line ${n}`)
    expect(statSync(file).size).toBeLessThanOrEqual(0.001 * 1024 * 1024)
    expect(statSync(`${file}.1`).isFile()).toBe(true)
  })
})
