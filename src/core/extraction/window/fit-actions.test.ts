import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action, ActionKind } from '../../model/host-event.ts'
import { fitActions } from './fit-actions.ts'

const action = (changes: Partial<Action>): Action => ({
  id: 'e1',
  kind: 'command',
  toolName: 'Bash',
  outcome: 'ok',
  command: 'npm test',
  files: [],
  output: '',
  ...changes,
})

describe('of what was done', () => {
  test('that it was done is kept before what it put out', () => {
    const runs = [action({ output: 'x'.repeat(30) }), action({ output: 'y'.repeat(30) })]
    expect(fitActions(runs, 60).map(({ output }) => output)).toEqual(['', 'y'.repeat(30)])
  })

  test('a failure and the run that passed are kept before all else', () => {
    const failed = action({ id: 'e1', outcome: 'failed' })
    const other = action({ id: 'e2', command: 'git status' })
    const edit = action({ id: 'e3', kind: 'edit', toolName: 'Edit', command: undefined })
    const passed = action({ id: 'e4', command: 'npm  test' })
    const look = action({ id: 'e5', kind: 'read', toolName: 'Read', command: undefined })
    expect(fitActions([failed, other, edit, passed, look], 31)).toEqual([failed, edit, passed])
  })

  test('a long command is shortened', () => {
    const [kept] = fitActions([action({ command: 'x'.repeat(5_000) })], 8_000)
    expect(kept?.command?.length).toBeLessThanOrEqual(500)
  })

  test('files read and pages found are not repeated', () => {
    const look = action({ kind: 'read', toolName: 'Read', output: 'contents' })
    const failed = action({ ...look, outcome: 'failed', output: 'no such file' })
    expect(fitActions([look, failed], 8_000).map(({ output }) => output)).toEqual([
      '',
      'no such file',
    ])
  })
})

test('nothing is longer than asked for, changed in order or made up', () => {
  const anyAction = fc.record({
    id: fc.uuid(),
    kind: fc.constantFrom<ActionKind[]>('read', 'edit', 'command', 'other'),
    toolName: fc.constantFrom('Bash', 'Read'),
    outcome: fc.constantFrom('ok' as const, 'failed' as const),
    command: fc.option(fc.string({ maxLength: 900 }), { nil: undefined }),
    files: fc.array(fc.string({ maxLength: 40 }), { maxLength: 3 }),
    output: fc.string({ maxLength: 600 }),
  })
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 8 }), fc.nat(4_000), (actions, most) => {
      const fitted = fitActions(actions, most)
      const texts = fitted.flatMap(({ toolName, command = '', files, output }) => [
        toolName,
        command,
        ...files,
        output,
      ])
      expect(texts.join('').length).toBeLessThanOrEqual(most)
      const kept = new Set(fitted.map(({ id }) => id))
      expect(fitted.map(({ id }) => id)).toEqual(
        actions.map(({ id }) => id).filter((id) => kept.has(id)),
      )
    }),
  )
})
