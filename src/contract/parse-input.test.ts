import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ThroughlineError } from './errors.ts'
import { flagInput } from './memory-input.ts'
import { parseInput } from './parse-input.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(20),
  project: z.object({ name: z.string() }).optional(),
  scope: z.enum(['global', 'project', 'session', 'agent']).optional(),
  query: z.string().trim().min(1).max(5).optional(),
  ids: z.array(z.string()).min(1).max(2).optional(),
  all: flagInput.optional(),
  types: z.preprocess((value) => String(value).split(','), z.array(z.enum(['turn']))).optional(),
  day: z.iso.date('write a day as 2026-01-31').optional(),
})

function refusal(value: unknown, checked: z.ZodType = schema): ThroughlineError {
  try {
    parseInput(checked, value)
  } catch (error) {
    if (error instanceof ThroughlineError) return error
  }
  throw new Error('it was accepted')
}

describe('input from outside', () => {
  test('an item of a list is named as people count', () => {
    expect(refusal({ types: 'turn,page' }).message).toMatch(/^item 2 of types "page" is not one of/)
    const nested = z.object({ rules: z.array(z.object({ name: z.string() })) })
    const { message } = refusal({ rules: [{ name: 1 }] }, nested)
    expect(message).toBe('name in item 1 of rules 1 is not text')
  })

  test('comes back typed, with defaults and numbers from text', () => {
    expect(parseInput(schema, {})).toEqual({ limit: 20 })
    expect(parseInput(schema, { limit: '5' })).toEqual({ limit: 5 })
  })

  test.each([
    [{ limit: 'many' }, 'limit "many" is not a number'],
    [{ limit: 1.5 }, 'limit 1.5 is not a whole number'],
    [{ limit: '0' }, 'limit is "0"; at least 1 is allowed'],
    [{ limit: 1_001 }, 'limit is 1001; at most 1000 is allowed'],
    [{ query: ' ' }, 'query is empty'],
    [{ query: 'a pond' }, 'query has 6 characters; at most 5 are allowed'],
    [{ query: 7 }, 'query 7 is not text'],
    [{ ids: [] }, 'ids is empty'],
    [{ ids: ['a', 'b', 'c'] }, 'ids has 3 items; at most 2 are allowed'],
    [{ ids: 'a' }, 'ids "a" is not a list'],
    [{ all: 'yes' }, 'all "yes" is not true or false'],
    [{ types: 'turn,tern' }, 'item 2 of types "tern" is not one of turn; did you mean "turn"?'],
    [{ day: 'soon' }, 'day "soon": write a day as 2026-01-31'],
    [{ project: { name: 7 } }, 'project.name 7 is not text'],
    [{ project: 'widgets' }, 'project "widgets" is not an object'],
  ])('is refused in one line: %j', (value, message) => {
    expect(refusal(value)).toMatchObject({ code: 'invalid-input', message })
  })

  test('is told at no greater length than it takes to know it again', () => {
    expect(refusal({ limit: 'm'.repeat(10_000) }).message).toMatch(
      /^limit "m{79}… is not a number$/,
    )
  })

  test('is refused for a name that nobody knows, with the nearest one', () => {
    const { message, hint } = refusal({ scop: 'project' }, schema.strict())
    expect([message, hint]).toEqual(['unknown field "scop"', 'did you mean "scope"?'])
  })

  test('is refused for a name like no other, with all there are', () => {
    const strict = z.strictObject({ content: z.string(), kind: z.string().optional() })
    const { message, hint } = refusal({ text: 'Ducks sing' }, strict)
    expect([message, hint]).toEqual(['unknown field "text"', 'it takes content, kind'])
    expect(refusal({ text: '' }, z.strictObject({})).hint).toBe('it takes none')
  })

  test('is refused with what would have been accepted, and what was probably meant', () => {
    const choices = 'global, project, session, agent'
    expect(refusal({ scope: 'projet' }).message).toBe(
      `scope "projet" is not one of ${choices}; did you mean "project"?`,
    )
    expect(refusal({ scope: 'x' }).message).toBe(`scope "x" is not one of ${choices}`)
    expect(refusal({ scope: 7 }).message).toBe(`scope 7 is not one of ${choices}`)
    expect(refusal({ project: {} }).message).toBe('project.name is missing')
  })

  test('is refused without a place where the whole is wrong', () => {
    for (const value of [undefined, null, 'text', []]) {
      expect(refusal(value)).toMatchObject({ code: 'invalid-input' })
      expect(refusal(value).message).not.toMatch(/^:|\n/)
    }
  })
})
