import { describe, expect, test } from 'vitest'
import type { Action } from '../../model/host-event.ts'
import { findFixChains } from './episode.ts'

let count = 0
const action = (fields: Partial<Action>): Action => ({
  id: `tool-${count++}`,
  kind: 'command',
  toolName: 'Bash',
  outcome: 'ok',
  command: undefined,
  files: [],
  output: '',
  ...fields,
})
const failing = (command: string) => action({ command, outcome: 'failed' })
const passing = (command: string) => action({ command })
const edit = (file: string) => action({ kind: 'edit', toolName: 'Edit', files: [file] })
const exchange = (...actions: Action[]) => ({
  turnId: 't',
  user: '',
  surelyTyped: '',
  assistant: '',
  actions,
})

describe('a chain from failure to fix', () => {
  test('is a command that fails, an edit, and the command passing', () => {
    const [failed, mended, passed] = [failing('npm test'), edit('a.ts'), passing('npm test')]
    expect(findFixChains([exchange(failed, mended, passed)])).toEqual([
      { failed, changes: [mended], passed, to: 0 },
    ])
  })

  test('sees through flags, counts, wrappers and what runs beside it', () => {
    for (const again of [
      'npm test --silent',
      'timeout 20 npm test',
      'cd app && CI=1 npm test 2>&1 | tail -5',
      'sudo apt-get install x && npm test',
    ]) {
      const [chain] = findFixChains([exchange(failing('npm test'), edit('a'), passing(again))])
      expect(chain, again).toBeDefined()
    }
  })

  test('may span several exchanges', () => {
    const [chain] = findFixChains([
      exchange(failing('cargo build')),
      exchange(edit('Cargo.toml'), passing('cargo build')),
    ])
    expect(chain).toMatchObject({ to: 1 })
  })

  test('counts all failures before it passes as one search', () => {
    const chains = findFixChains([
      exchange(failing('make'), edit('a.c'), failing('make'), edit('b.c'), passing('make')),
    ])
    expect(chains).toHaveLength(1)
    expect(chains[0]?.changes).toHaveLength(2)
  })

  test('is none when another command passes', () => {
    expect(
      findFixChains([exchange(failing('npm test'), edit('a'), passing('npm run lint'))]),
    ).toEqual([])
  })
})
