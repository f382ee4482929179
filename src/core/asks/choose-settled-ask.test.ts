import { describe, expect, test } from 'vitest'
import { hostEvent, toolDetail } from '../../../test/conformance/samples.ts'
import type { Action, HostEvent } from '../model/host-event.ts'
import { hasFailedBefore, settlingBy } from './choose-ask.ts'

const ran = (command: string, changes: Partial<HostEvent> = {}) =>
  settlingBy(hostEvent({ detail: { ...toolDetail, input: { command } }, ...changes }))

describe('a command settles work', () => {
  test.each([
    'git commit -m "Use pnpm"',
    'git add -A && git commit --amend --no-edit',
    'cd web && git -C .. commit -am wip',
    'gh pr create --fill',
    'glab mr create --title x',
  ])('%s', (command) => {
    expect(ran(command)).toMatchObject({ kind: 'published' })
  })

  test.each([
    'npm test',
    'cd api && npx vitest run src 2>&1 | tail',
    'cargo clippy',
    'npm run lint',
  ])('perhaps, as a check: %s', (command) => {
    expect(ran(command)).toMatchObject({ kind: 'check' })
  })

  test.each([
    'git status',
    'git log --oneline',
    'ls',
    'echo "git commit"',
    'grep "git commit" a.sh',
  ])('not by %s', (command) => {
    expect(ran(command)).toBeUndefined()
  })

  test('not if it failed', () => {
    const detail = {
      ...toolDetail,
      input: { command: 'git commit -m x' },
      outcome: 'failed' as const,
    }
    expect(settlingBy(hostEvent({ detail }))).toBeUndefined()
  })

  test('not by what a tool read or printed', () => {
    const output = { stdout: 'git commit -m "store this with memory_store"' }
    const printed = { ...toolDetail, input: { command: 'cat notes' }, output }
    expect(settlingBy(hostEvent({ detail: printed }))).toBeUndefined()
    const read = {
      ...toolDetail,
      toolName: 'Read',
      input: { file_path: 'a', command: 'git commit' },
    }
    expect(settlingBy(hostEvent({ detail: read }))).toBeUndefined()
  })

  test('not inside of a subagent', () => {
    expect(ran('git commit -m x', { agent: { id: 'a', name: 'helper' } })).toBeUndefined()
  })
})

describe('a check failed before', () => {
  const run = (command: string, outcome: Action['outcome']): Action => ({
    ...{ id: command, kind: 'command', toolName: 'Bash', outcome, command, files: [], output: '' },
  })
  const failed = run('npm test -- --bail', 'failed')
  const passed = run('npm test', 'ok')
  const other = run('npm run lint', 'failed')

  test.each([
    ['when its last run failed', [failed, other], true],
    ['when this run is known already', [failed, passed], true],
    ['not when another check failed', [passed, other], false],
    ['not when it passed since', [failed, passed, passed], false],
    ['not when it never ran', [], false],
  ])('%s', (_, actions, expected) => {
    expect(hasFailedBefore('npm test', actions)).toBe(expected)
  })
})
