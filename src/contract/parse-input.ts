/** Parses input against its schema and rejects it with a one-line message. */
import { z } from 'zod'
import { describeIssue } from './describe-issue.ts'
import { ThroughlineError } from './errors.ts'
import { nearestName } from './nearest-name.ts'

export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const { issues } = result.error
  // The missing field was probably given under the unknown name.
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) throw unknownField(unknown, schema)
  const [issue] = issues
  throw new ThroughlineError('invalid-input', issue ? describeIssue(issue, value) : 'invalid input')
}

function unknownField(
  { path, keys: [key = ''] }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
): ThroughlineError {
  const name = [...path, key].join('.')
  const isKnown = path.length === 0 && schema instanceof z.ZodObject
  const hint = isKnown ? hintAt(key, Object.keys(schema.shape)) : undefined
  return new ThroughlineError('invalid-input', `unknown field "${name}"`, { hint })
}

function hintAt(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest ? `did you mean "${nearest}"?` : `it takes ${known.join(', ') || 'none'}`
}
