import { expect, test } from 'vitest'
import { sha256 } from '../../../../test/support/core/capture.ts'
import type { Action } from '../../model/action.ts'
import type { Exchange, Window } from '../../model/window.ts'
import { hashWindow } from './hash-window.ts'

const action: Action = {
  id: 'e1',
  kind: 'command',
  toolName: 'Bash',
  outcome: 'ok',
  command: 'npm test',
  files: [],
  output: '12 passed',
}
const exchange: Exchange = {
  turnId: 't1',
  user: 'go',
  surelyTyped: 'go',
  assistant: 'Done.',
  actions: [action],
}
const window: Window = { sessionId: 's1', depth: 'turn', exchanges: [exchange] }

const hash = (changes: Partial<Window>) => hashWindow({ ...window, ...changes }, sha256)
const withExchange = (changes: Partial<Exchange>) =>
  hash({ exchanges: [{ ...exchange, ...changes }] })

test('the same content has the same hash, captured or from the transcript', () => {
  expect(hash({})).toBe(hash(structuredClone(window)))
  expect(withExchange({ turnId: undefined })).toBe(hash({}))
})

test('any other content has another', () => {
  const hashes = [
    hash({}),
    hash({ sessionId: 's2' }),
    hash({ depth: 'deep' }),
    hash({ exchanges: [exchange, exchange] }),
    withExchange({ user: 'goDone.', assistant: '' }),
    withExchange({ assistant: 'Done!' }),
    withExchange({ actions: [] }),
    withExchange({ actions: [{ ...action, outcome: 'failed' }] }),
    withExchange({ actions: [{ ...action, output: '13 passed' }] }),
    withExchange({ actions: [{ ...action, files: ['a.ts'] }] }),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})
