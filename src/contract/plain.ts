/**
 * The contract as plain data: what the input of each operation may hold, where it is served, every
 * setting and its default. Loading the schemas takes longer than most answers, so the build
 * evaluates this module once and ships the values (`scripts/build.ts`).
 */
import { z } from 'zod'
import { configSchema } from './config.ts'
import { listSettings } from './list-settings.ts'
import { flagInput, keyInput, kindInput, timeInput } from './memory-input.ts'
import type { Operation } from './operation.ts'
import { type OperationName, operations } from './operations/index.ts'
import { tagInput } from './operations/memories.ts'
import { sinceInput } from './operations/recall.ts'
import type { InputField, InputForm } from './plain-input.ts'

export interface PlainOperation {
  readonly http: Operation['http']
  readonly fields: readonly InputField[]
}

/** Schemas that do more than check: `plain-input.ts` does the same without them. */
const ownForms = new Map<unknown, InputForm>([
  [flagInput, 'flag'],
  [keyInput, 'key'],
  [kindInput, 'kind'],
  [tagInput, 'tag'],
  [timeInput, 'time'],
  [sinceInput, 'since'],
])

export const plainOperations = Object.fromEntries(
  Object.entries(operations).map(([name, { http, input }]) => [
    name,
    { http, fields: Object.entries(input.shape).map(([field, schema]) => toField(field, schema)) },
  ]),
) as unknown as Readonly<Record<OperationName, PlainOperation>>

export const plainSettings = listSettings()

export const defaultConfig = configSchema.parse({})

interface SchemaDefinition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly defaultValue?: unknown
  readonly in?: z.ZodType
  readonly out?: z.ZodType
}

function toField(name: string, schema: z.ZodType): InputField {
  let { description } = schema
  let isRequired = true
  let hasOwnCheck = false
  let value: unknown
  let inner = schema
  for (;;) {
    description ??= inner.description
    const ownForm = ownForms.get(inner)
    const found = { name, description: description ?? '', isRequired, default: value }
    if (ownForm) return { ...found, form: ownForm, ...limitsOf(inner) }
    const definition = inner.def as unknown as SchemaDefinition
    if (definition.type === 'optional' || definition.type === 'default') isRequired = false
    if (definition.type === 'default') value ??= definition.defaultValue
    const next = definition.innerType ?? afterPreprocessing(definition)
    hasOwnCheck ||= inner.def.checks?.some(({ _zod }) => _zod.def.check === 'custom') ?? false
    if (!next) {
      const form = hasOwnCheck ? 'other' : formOf(definition, inner)
      return { ...found, ...limitsOf(inner), form }
    }
    inner = next
  }
}

function afterPreprocessing({ type, in: first, out }: SchemaDefinition): z.ZodType | undefined {
  return type === 'pipe' && first?.def.type === 'transform' ? out : undefined
}

function formOf({ type }: SchemaDefinition, schema: z.ZodType): InputForm {
  if (type === 'enum') return 'choice'
  if (type === 'string') return 'text'
  if (type === 'number') return 'number'
  return type === 'array' && limitsOf(schema).choices ? 'choices' : 'other'
}

interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly maxLength?: number
}

function limitsOf(schema: z.ZodType) {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema
  return {
    isWhole: json.type === 'integer',
    pattern: json.pattern,
    choices: json.enum ?? json.items?.enum,
    minimum: json.minimum ?? json.minLength,
    maximum: json.maximum ?? json.maxLength,
  }
}
