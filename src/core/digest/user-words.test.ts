import { describe, expect, test } from 'vitest'
import { toAction } from '../activity/to-action.ts'
import type { Json } from '../model/json.ts'
import { choicesIn } from './turn-digest.ts'
import { decisionsIn, steeringIn } from './user-words.ts'

describe('how a prompt steers', () => {
  test.each([
    ['no, the header stays dark', 'objection'],
    ['that is not what I meant', 'objection'],
    ['why are we porting it twice?', 'objection'],
    ['use pnpm instead of npm', 'objection'],
    ['let’s go with the second one', 'choice'],
    ['2', 'choice'],
    ['the footer should be light', 'choice'],
    ['thanks', undefined],
    ['add a test for the parser', undefined],
  ])('%j: %s', (own, steering) => {
    expect(steeringIn(own)).toBe(steering)
  })
})

describe('what a prompt lays down', () => {
  test.each([
    ['Tool calls should not have the leading avatar.'],
    ['We don’t want each app to have its own repository.'.replace('’', "'")],
    ['Never rename migrations that are released.'],
    ["Let's only keep the main SKILL.md for now."],
  ])('%j', (own) => {
    expect(decisionsIn(own)).toEqual([own])
  })

  test('begins with what it says', () => {
    expect(decisionsIn('and so let’s keep them as separate units')).toEqual([
      "Let's keep them as separate units",
    ])
  })

  test.each([
    'Should we never squash commits in this repository?',
    'Maybe we should keep the old route for some time.',
    'It should be green like all of the others.',
    'Looks like we must fix the build before that.',
    'Let’s move on to the next one of these.',
    'Do not worry.',
  ])('is nothing in %j', (own) => {
    expect(decisionsIn(own)).toEqual([])
  })
})

describe('an answer that the user picked', () => {
  const picked = (output: Json, toolName = 'AskUserQuestion') =>
    choicesIn(toAction({ id: 'e1', toolName, input: {}, output, outcome: 'ok' }, '/p'))

  test('is shown with its question', () => {
    const said =
      'User has answered your questions: "Which store?"="SQLite (Recommended)", "How many files?"="One". You can now continue.'
    expect(picked(said)).toEqual(['Which store? SQLite', 'How many files? One'])
  })

  test('is shown with its name in JSON', () => {
    const output = '{"answers":{"package_manager":{"answers":["pnpm"]}}}'
    expect(picked(output, 'request_user_input')).toEqual(['package manager: pnpm'])
  })

  test.each([
    'User has answered your questions: "Ready to push?"="Yes"',
    'User has answered your questions: "Which store?"="what are the options?"',
    '{"answers":',
    '',
  ])('decides nothing in %j', (output) => {
    expect(picked(output)).toEqual([])
  })
})
