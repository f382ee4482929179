import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ThroughlineError } from './errors.ts'
import { parseInput } from './parse-input.ts'

const schema = z.object({
  limit: z.coerce.number().int().min(1).default(20),
  project: z.object({ name: z.string() }).optional(),
  scope: z.enum(['global', 'project', 'session', 'agent']).optional(),
})

function refusal(value: unknown): ThroughlineError {
  try {
    parseInput(schema, value)
  } catch (error) {
    if (error instanceof ThroughlineError) return error
  }
  throw new Error('it was accepted')
}

describe('input from outside', () => {
  test('comes back typed, with defaults and numbers from text', () => {
    expect(parseInput(schema, {})).toEqual({ limit: 20 })
    expect(parseInput(schema, { limit: '5' })).toEqual({ limit: 5 })
  })

  test('is refused in one line that names the place', () => {
    expect(refusal({ limit: 0 })).toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^limit: /),
    })
    expect(refusal({ project: { name: 7 } }).message).toMatch(/^project\.name: /)
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
