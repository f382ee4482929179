import { describe, expect, test } from 'vitest'
import { bucketAnswer, pullAnswer, pushAnswer } from './sync.ts'

const id = '0199b0a0-0000-7000-8000-000000000001'
const at = '2026-01-01T00:00:00.000Z'
const mark = { sequence: 1, mark: '0123456789abcdef' }
const text = {
  ...{ kind: 'fact', content: 'Port 80 is free.', tags: [], keywords: [], files: [] },
  ...{ importance: 0.5, trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
}
const state = { type: 'memory', id, project: id, version: 1, author: { id, name: 'Ada' }, text }

describe('an answer of a newer server', () => {
  test('is read without the members that it added', () => {
    const newer = { ...state, mood: 'good', text: { ...text, mood: 'good' } }
    const answer = { status: 'ok', states: [newer], upTo: mark, isLast: true }
    expect(pullAnswer.parse(answer)).toMatchObject({ states: [state] })
    expect(JSON.stringify(pullAnswer.parse(answer))).not.toContain('mood')
  })

  test('is read without memories of an unknown kind and states of an unknown type', () => {
    const unknown = [
      { ...state, text: { ...text, kind: 'prophecy' } },
      { ...state, type: 'archived' },
    ]
    const answer = { status: 'ok', states: [...unknown, state], upTo: mark, isLast: true }
    expect(pullAnswer.parse(answer)).toMatchObject({ states: [state], upTo: mark })
    const entries = [
      { id, version: 1, type: 'archived' },
      { id, version: 2, type: 'memory' },
    ]
    expect(bucketAnswer.parse({ entries }).entries).toEqual([entries[1]])
  })

  test('is read without answers of an unknown outcome, so that the operation is tried again', () => {
    const answer = { key: id, outcome: 'deferred', at: mark }
    expect(pushAnswer.parse({ status: 'ok', answers: [answer] })).toMatchObject({ answers: [] })
  })
})
