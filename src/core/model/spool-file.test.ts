import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatSpoolHeader,
  maxPayloadBytes,
  parseSpoolFile,
  parseSpoolHeader,
} from './spool-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('a spool file', () => {
  it('is a header, an empty line and the payload', () => {
    const envelope = { host: 'claude-code', event: 'Stop', cwd: '/home/x/project', project: 'web' }
    expect(formatSpoolHeader(envelope)).toBe(
      'throughline-spool 1\nhost claude-code\nevent Stop\ncwd /home/x/project\nproject web\n\n',
    )
  })

  it('gives back any envelope and payload', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)
    const value = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(
        name,
        name,
        value,
        fc.string({ unit: 'grapheme' }),
        (host, event, cwd, payload) => {
          const envelope = { host, event, cwd }
          const file = bytesOf(formatSpoolHeader(envelope) + payload)
          expect(parseSpoolFile(file)).toEqual({ kind: 'ok', envelope, payload })
        },
      ),
    )
  })

  it('leaves out a value with a newline', () => {
    const header = formatSpoolHeader({ host: 'h', event: 'e', cwd: '/a\nevent x' })
    expect(header).toBe('throughline-spool 1\nhost h\nevent e\n\n')
  })

  it('may have an empty payload, and payloads with empty lines', () => {
    const header = formatSpoolHeader({ host: 'h', event: 'e' })
    expect(parseSpoolFile(bytesOf(header))).toMatchObject({ kind: 'ok', payload: '' })
    expect(parseSpoolFile(bytesOf(`${header}\n\na\n\nb`))).toMatchObject({ payload: '\n\na\n\nb' })
  })

  it('tolerates header lines it does not know', () => {
    const file = bytesOf('throughline-spool 1\nfuture thing\nhost h\nevent e\nodd\n\n{}')
    expect(parseSpoolFile(file)).toEqual({
      kind: 'ok',
      envelope: { host: 'h', event: 'e' },
      payload: '{}',
    })
  })

  it.each([
    ['nothing at all', '', 'the file is empty'],
    ['a header cut short', 'throughline-spool 1\nhost h\n', 'the header has no end'],
    ['something else', 'hello\n\nworld', 'the header is not one of ours'],
    [
      'a later format',
      'throughline-spool 2\nhost h\nevent e\n\n{}',
      'the header is not one of ours',
    ],
    ['no event', 'throughline-spool 1\nhost h\n\n{}', 'the header is not one of ours'],
  ])('is broken with %s', (_what, text, reason) => {
    expect(parseSpoolFile(bytesOf(text))).toEqual({ kind: 'broken', reason })
  })

  it('is broken when the payload is larger than 32 MiB, and not when it is just that', () => {
    const header = bytesOf(formatSpoolHeader({ host: 'h', event: 'e' }))
    const file = new Uint8Array(header.length + maxPayloadBytes + 1).fill(0x20)
    file.set(header)
    expect(parseSpoolFile(file)).toEqual({ kind: 'broken', reason: 'the payload is too large' })
    expect(parseSpoolFile(file.subarray(0, -1)).kind).toBe('ok')
  })

  it('shows its envelope from its first bytes', () => {
    const start = bytesOf('throughline-spool 1\nhost h\nevent e\n\n{"half')
    expect(parseSpoolHeader(start)).toEqual({ host: 'h', event: 'e' })
    expect(parseSpoolHeader(bytesOf('junk'))).toBeUndefined()
  })
})
