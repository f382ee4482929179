/** Input from outside, checked against its schema, refused in one clear line. */
import type { z } from 'zod'
import { ThroughlineError } from './errors.ts'
import { nearestName } from './nearest-name.ts'

type Issue = z.core.$ZodIssue

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new ThroughlineError('invalid-input', issue ? describeIssue(issue) : 'invalid input')
}

function describeIssue(issue: Issue): string {
  const place = issue.path.join('.')
  if (place === '') return issue.message
  if (issue.input === undefined && issue.code !== 'custom') return `${place} is missing`
  if (issue.code === 'invalid_value') return describeChoice(place, issue.input, issue.values)
  return `${place}: ${issue.message}`
}

/** `scope "projet" is not one of global, project; did you mean "project"?` */
function describeChoice(place: string, given: unknown, choices: readonly unknown[]): string {
  const names = choices.map(String)
  const nearest = typeof given === 'string' ? nearestName(given, names) : undefined
  const refusal = `${place} ${JSON.stringify(given)} is not one of ${names.join(', ')}`
  return nearest ? `${refusal}; did you mean "${nearest}"?` : refusal
}
