import { describe, expect, test } from 'vitest'
import { lastAnswer, parseTranscript } from './transcript.ts'

const line = (value: unknown) => JSON.stringify(value)

describe('parseTranscript', () => {
  test('passes over blank lines, broken lines and what is no message', () => {
    const text = [
      '',
      '   ',
      '{"type":"user","mess',
      '[1]',
      '"text"',
      line({ type: 'summary' }),
    ].join('\n')
    expect(parseTranscript(text)).toEqual([])
  })

  test('finds role and content under `message` and at the top', () => {
    const text = [
      line({ type: 'user', message: { role: 'user', content: 'nested' } }),
      line({ role: 'assistant', content: 'flat' }),
    ].join('\n')
    expect(parseTranscript(text)).toEqual([
      { role: 'user', text: 'nested' },
      { role: 'assistant', text: 'flat' },
    ])
  })

  test('joins text blocks and bare strings, and leaves tools and images out', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'one' },
      'two',
      { type: 'tool_use', name: 'Bash', input: {} },
      { type: 'text', text: 3 },
      null,
    ]
    expect(parseTranscript(line({ message: { role: 'assistant', content } }))).toEqual([
      { role: 'assistant', text: 'one\ntwo' },
    ])
  })

  test('leaves out what a subagent said and what the client added', () => {
    const message = { role: 'assistant', content: 'aside' }
    const text = [line({ isSidechain: true, message }), line({ isMeta: true, message })].join('\n')
    expect(parseTranscript(text)).toEqual([])
  })
})

describe('lastAnswer', () => {
  test('is what the assistant said last', () => {
    const text = [
      line({ message: { role: 'user', content: 'go' } }),
      line({ message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] } }),
      line({ type: 'system', subtype: 'turn_duration' }),
    ].join('\n')
    expect(lastAnswer(text)).toBe('done')
  })

  test('is not an answer to an earlier prompt', () => {
    const text = [
      line({ message: { role: 'assistant', content: 'earlier' } }),
      line({ message: { role: 'user', content: 'and now?' } }),
    ].join('\n')
    expect(lastAnswer(text)).toBeUndefined()
  })
})
