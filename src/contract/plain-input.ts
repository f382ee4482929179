/**
 * Input of an operation, read without its schema. Whatever is not plainly right is left to the
 * schema, which knows what to say about it.
 */
import { findKeyFault, normaliseLine } from './memory-text.ts'
import { parseKind } from './vocabulary.ts'
import { parseSince, parseTime } from './wording.ts'

export type InputForm =
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'key'
  | 'kind'
  | 'tag'
  | 'time'
  | 'since'
  /** Only the schema can read it. */
  | 'other'

export interface InputField {
  readonly name: string
  readonly form: InputForm
  readonly description: string
  readonly isRequired: boolean
  readonly default?: unknown
  readonly choices?: readonly string[] | undefined
  /** Of a number, or of the length of a text. */
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly isWhole?: boolean
  readonly pattern?: string | undefined
}

/** @returns undefined where the schema must decide */
export function readPlainInput(
  fields: readonly InputField[],
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const { name, isRequired } = field
    const value = given[name] === undefined ? field.default : read(field, given[name])
    if (value !== undefined) input[name] = value
    else if (isRequired || given[name] !== undefined) return undefined
  }
  return input
}

function read(field: InputField, value: unknown): unknown {
  if (field.form === 'flag') return readFlag(value)
  if (field.form === 'number') return readNumber(field, value)
  if (typeof value !== 'string' || value !== value.trim()) return undefined
  switch (field.form) {
    case 'text':
      return isWithin(field, value.length) && hasPattern(field, value) ? value : undefined
    case 'choice':
      return field.choices?.find((choice) => choice === value)
    case 'choices':
      return readChoices(field, value.split(','))
    case 'tag':
      return value.toLowerCase() || undefined
    case 'kind':
      return parseKind(value)
    case 'time':
      return parseTime(value, new Date())
    case 'since':
      return parseSince(value, new Date())
    case 'key':
      return findKeyFault(normaliseLine(value)) === undefined ? normaliseLine(value) : undefined
    default:
      return undefined
  }
}

function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  return value === 'true' ? true : value === 'false' ? false : undefined
}

/** Digits only: the schema decides about `1e3` and 0.5. */
function readNumber(field: InputField, value: unknown): number | undefined {
  const isPlain = /^\d{1,9}$/.test(String(value))
  return isPlain && isWithin(field, Number(value)) ? Number(value) : undefined
}

function readChoices({ choices = [] }: InputField, values: string[]): string[] | undefined {
  return values.every((value) => choices.includes(value)) ? values : undefined
}

function isWithin({ minimum, maximum }: InputField, amount: number): boolean {
  return amount >= (minimum ?? 0) && amount <= (maximum ?? Number.POSITIVE_INFINITY)
}

function hasPattern({ pattern }: InputField, value: string): boolean {
  return pattern === undefined || new RegExp(pattern).test(value)
}
