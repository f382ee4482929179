import { expect, test } from 'vitest'
import type { Action } from '../model/host-event.ts'
import type { Exchange } from '../model/window.ts'
import { isWorthJudging } from './extract-window.ts'

const exchange = (user: string, assistant: string, actions: readonly Action[] = []): Exchange => ({
  turnId: undefined,
  surelyTyped: user,
  user,
  assistant,
  actions,
})
const run = (command: string, outcome: Action['outcome']): Action => ({
  id: 'e1',
  kind: 'command',
  toolName: 'Bash',
  outcome,
  command,
  files: [],
  output: '',
})
const isWorth = (...exchanges: Exchange[]) =>
  isWorthJudging({ sessionId: 's1', depth: 'deep', exchanges })

test('a question and its answer are worth judging', () => {
  expect(isWorth(exchange('use pnpm here', 'Done.'))).toBe(true)
})

test('less than two texts, or no more than a word from the person, is not', () => {
  expect(isWorth(exchange('never commit to main', ''))).toBe(false)
  expect(isWorth(exchange('', 'The agent is done.'))).toBe(false)
  expect(isWorth(exchange('do it', 'Done.'))).toBe(false)
  expect(isWorth(exchange('yes', 'Done.'), exchange('go on', 'Done.'))).toBe(false)
})

test('one telling message among several is enough', () => {
  expect(isWorth(exchange('use pnpm here', ''), exchange('yes', 'Done.'))).toBe(true)
})

test('a command that failed and then passed is worth it, whatever was said', () => {
  const failed = run('npm test', 'failed')
  const passed = run(' npm  test', 'ok')
  expect(isWorth(exchange('do it', '', [failed, passed]))).toBe(true)
  expect(isWorth(exchange('do it', '', [failed]), exchange('yes', '', [passed]))).toBe(true)
  expect(isWorth(exchange('do it', '', [passed, failed]))).toBe(false)
  expect(isWorth(exchange('do it', '', [failed, run('ls', 'ok')]))).toBe(false)
})
