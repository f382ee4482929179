import { expect, test } from 'vitest'
import { approvedPlan } from './approved-plan.ts'

test('a prompt to implement a plan holds the plan: its title and how it begins', () => {
  const prompt =
    'Implement the following plan:\n\n# Plan: Opt-in telemetry\n\n## Summary\nTelemetry is off unless the user turns it on.\nNothing else changes.\n\n## Files\n- a.go'
  expect(approvedPlan(prompt)).toBe(
    'Opt-in telemetry\nTelemetry is off unless the user turns it on.\nNothing else changes.',
  )
})

test.each(['Implement the parser.', 'Implement the following plan:', ''])(
  '"%s" holds none',
  (prompt) => {
    expect(approvedPlan(prompt)).toBeUndefined()
  },
)

test('what a client adds to a plan is not the plan', () => {
  const added = "To-do's from the plan have already been created. Do not create them again."
  expect(
    approvedPlan(`Implement the plan as specified, it is attached.\n\n${added}`),
  ).toBeUndefined()
})
