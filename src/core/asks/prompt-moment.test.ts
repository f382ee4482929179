import { expect, test } from 'vitest'
import { hearPrompt, promptOdds } from './prompt-moment.ts'

const answers = ['I added the tests with npm and pushed the branch. Should I go on with the API?']
const oddsFor = (prompt: string) => promptOdds(hearPrompt(prompt, answers))

const tasks = [
  'Run it again.',
  'commit and push',
  'What does this function do?',
  'Thanks, continue!',
]

test.each([
  "No, you shouldn't use npm here. We should always use pnpm, because the lockfile is pnpm's.",
  "Don't put it into the settings, it should be a flag instead, so that users can decide.",
  "Let's go with the second option, but without the cache. It must not be on by default.",
])('"%s" is a better moment than any task', (prompt) => {
  expect(oddsFor(prompt)).toBeGreaterThan(Math.max(...tasks.map(oddsFor)))
})

test('what was pasted or quoted changes nothing', () => {
  const pasted = '```\nYou should never do this. We must always do that instead.\n```'
  expect(oddsFor(`Run it again.\n\n${pasted}`)).toBe(oddsFor('Run it again.'))
})

test('a plan the user approved is a better moment than nothing said', () => {
  const plan = 'Implement the following plan:\n\n# Opt-in telemetry\n\nTelemetry is off by default.'
  expect(oddsFor(plan)).toBeGreaterThan(oddsFor(''))
})
