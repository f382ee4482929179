import { expect, test } from 'vitest'
import { linesIn } from '../real-sessions/read-results.ts'
import type { Given } from '../real-sessions/results.ts'
import { replay, session, turn } from '../real-sessions/sample-sessions.ts'
import { isMissed } from './figures.ts'
import { measureFiles } from './files.ts'
import { listGiven } from './given-lines.ts'
import { measurePrompts } from './prompts.ts'
import { measureStarts } from './starts.ts'

const block = '<throughline-context>\nAbout this prompt:\n- [fact] One.\n- [fact] Two.\nAsk.\n'
const sessions = [
  session('first', { turns: [turn('One'), turn('Two'), turn('Continued', { auto: true })] }),
  session('second', { turns: [turn('Three'), turn('Four')] }),
]
const given = [
  { session: 'second', turn: 1, hook: 'UserPromptSubmit', action: undefined, tokens: 9 },
].map((each) => ({ ...each, text: block, lines: [] }))

const valuesOf = (figures: ReturnType<typeof measurePrompts>) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]))

test('the lines of a block are neither its frame nor an ask', () => {
  expect(linesIn(block)).toEqual(['- [fact] One.', '- [fact] Two.'])
})

test('the share of prompts with lines leaves out what no human typed', () => {
  const figures = valuesOf(measurePrompts([replay(sessions, { given })]))
  expect(figures).toEqual({ prompts: 4, 'prompt.share': 0.25, 'prompt.lines': 2 })
})

test('the share of calls that brought what is known about a file leaves out all other lines', () => {
  const [action] = [{ tool: 'Read', input: {}, output: '', failed: false }]
  const opened = [session('first', { turns: [turn('One', { actions: [action, action] })] })]
  const atFile = { ...given[0], session: 'first', hook: 'PostToolUse', action: 0 }
  const told = [...given, { ...atFile, text: block.replace('this prompt', 'this file') } as Given]
  const figures = valuesOf(measureFiles([replay(opened, { given: told })]))
  expect(figures).toEqual({ calls: 2, 'file.share': 0.5, 'file.lines': 2 })
})

test('the first start of a source is not measured', () => {
  const starts = [
    { session: 'first', lines: [], tokens: 0 },
    { session: 'second', lines: ['One'], tokens: 40 },
  ]
  const figures = valuesOf(measureStarts([replay(sessions, { starts })]))
  expect(figures).toMatchObject({ starts: 1, 'start.empty': 0, 'start.tokens.p50': 40 })
})

test('the list says what was answered', () => {
  const [only] = listGiven(replay(sessions, { given })).map((line) => JSON.parse(line))
  expect(only).toMatchObject({ session: 'second', about: 'Three', lines: linesIn(block) })
})

test('a figure misses its target on the wrong side only', () => {
  expect(isMissed({ name: 'a', value: 0.13, atMost: 0.12 })).toBe(true)
  expect(isMissed({ name: 'a', value: 0.12, atMost: 0.12 })).toBe(false)
  expect(isMissed({ name: 'a', value: 0.8, atLeast: 0.85 })).toBe(true)
  expect(isMissed({ name: 'a', value: undefined, atLeast: 0.85 })).toBe(false)
})
