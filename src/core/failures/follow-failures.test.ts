import { expect, test } from 'vitest'
import { readRun } from './follow-failures.ts'

const complaint = "error: unrecognized subcommand 'bun'"
const run = (command: string, outcome: 'ok' | 'failed', output: object = { stdout: complaint }) =>
  readRun({ id: '', toolName: 'Bash', input: { command }, outcome, output: { ...output } })

test('a failed command waits for each of its parts to pass, or what a wrapper runs', () => {
  expect(run('cd app && npm run fmt && rtk bun run test 2>&1 | tail -5', 'failed')).toEqual({
    kind: 'failed',
    signatures: ['message unrecognized subcommand bun'],
    checks: [
      ['npm run fmt', 'run fmt'],
      ['rtk bun run test', 'bun run test'],
    ],
  })
})

test('a passed command is known by the same keys', () => {
  expect(run('bun run test', 'ok')).toMatchObject({ kind: 'passed', keys: ['bun run test'] })
})

test.each([
  ['looking for sessions', 'grep -r pool src', { stderr: 'grep: src: No such file or directory' }],
  ['a refusal', 'bun test', { error: `The user doesn't want to proceed. ${complaint}` }],
  ['an interruption', 'bun test', { error: complaint, is_interrupt: true }],
])('%s is no failure', (_, command, output) => {
  expect(run(command, 'failed', output)).toBeUndefined()
})

test('a pipe hides how a command ended, so its complaints keep it from passing', () => {
  expect(run('bun run test | tail -3', 'ok')).toBeUndefined()
  expect(run('bun run test | tail -3', 'ok', { stdout: '3 pass' })).toMatchObject({
    kind: 'passed',
  })
})

test.each(['Tests  1 failed | 97 passed', '2 errors'])(
  'behind a pipe, %j keeps a command from passing',
  (stdout) => {
    expect(run('npm test 2>&1 | tail -5', 'ok', { stdout })).toBeUndefined()
  },
)

test('a failure that says nothing specific has no signature', () => {
  expect(run('bun test', 'failed', { error: 'Exit code 1' })).toMatchObject({ signatures: [] })
})

test('an output about users who refuse is no refusal', () => {
  const stdout = `${'ok  pkg\n'.repeat(80)}prompt: user declined\n${complaint}`
  expect(run('bun test', 'failed', { stdout })).toMatchObject({ kind: 'failed' })
})
