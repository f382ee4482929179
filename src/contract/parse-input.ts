/** Parses input against its schema and rejects it with a one-line message. */
import { z } from 'zod'
import { ThroughlineError } from './errors.ts'
import { nearestName } from './nearest-name.ts'
import { type InputOf, type OperationName, operations } from './operations/index.ts'
import { plainOperations } from './plain.ts'
import { readPlainInput } from './plain-input.ts'

/** Input of an operation. Schemas are slow to load, so what is plainly right is read without. */
export function readInput<Name extends OperationName>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
): InputOf<Name> {
  const plain = readPlainInput(plainOperations[name].fields, given)
  return (plain ?? parseInput(operations[name].input, given)) as InputOf<Name>
}

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

type Issue = z.core.$ZodIssue
type Bound = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig

/**
 * An invalid value in one line: what was given and what is allowed.
 * @param issue from a parse with `reportInput`
 * @param whole the whole input, because the issue may hold a converted value such as NaN
 * @param place what the reader calls the value
 */
export function describeIssue(issue: Issue, whole: unknown, place = placeOf(issue.path)): string {
  const given = valueAt(whole, issue.path) ?? issue.input
  if (given === undefined && issue.code !== 'custom') return `${place} is missing`
  switch (issue.code) {
    case 'invalid_value':
      return describeChoice(`${place} ${show(given)}`, given, issue.values.map(String))
    case 'invalid_type':
      return `${place} ${show(given)} is not ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_format':
      return `${place} ${show(given)}: ${issue.message}`
    case 'too_small':
      return describeBound(`at least ${issue.minimum}`, place, given, issue)
    case 'too_big':
      return describeBound(`at most ${issue.maximum}`, place, given, issue)
    default:
      return `${place}: ${issue.message}`
  }
}

/** `item 2 of types`: lists are counted from 1, as people do. */
function placeOf(path: readonly PropertyKey[]): string {
  const at = path.findIndex((part) => typeof part === 'number')
  if (at < 0) return path.join('.') || 'the input'
  const list = path.slice(0, at).join('.') || 'the list'
  const inside = path.slice(at + 1)
  const item = `item ${Number(path[at]) + 1} of ${list}`
  return inside.length === 0 ? item : `${placeOf(inside)} in ${item}`
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** `scope "projet" is not one of global, project; did you mean "project"?` */
function describeChoice(what: string, given: unknown, choices: readonly string[]): string {
  const nearest = typeof given === 'string' ? nearestName(given, choices) : undefined
  const refusal = `${what} is not one of ${choices.join(', ')}`
  return nearest ? `${refusal}; did you mean "${nearest}"?` : refusal
}

function describeBound(allowed: string, place: string, given: unknown, issue: Bound): string {
  const { origin, input } = issue
  if (origin !== 'string' && origin !== 'array') {
    return `${place} is ${show(given)}; ${allowed} is allowed`
  }
  const size = typeof input === 'string' || Array.isArray(input) ? input.length : 0
  if (size === 0) return `${place} is empty`
  const unit = origin === 'string' ? 'characters' : 'items'
  return `${place} has ${size} ${unit}; ${allowed} are allowed`
}

const shownCharacters = 80

function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters).toWellFormed()}…` : text
}

/** @returns undefined if the value exists only after conversion */
function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' ? Object(value)[key] : undefined),
    whole,
  )
}
