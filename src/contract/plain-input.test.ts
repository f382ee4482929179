import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OperationName, operations } from './operations/index.ts'
import { plainOperations } from './plain.ts'
import { type InputField, readPlainInput } from './plain-input.ts'

// Times such as `7d` are relative to now.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-18T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const texts = [
  '',
  ' ',
  'a',
  ' a',
  'Deploy',
  'deploy-key',
  'two words',
  'a,b',
  'é…',
  '\u0000',
  '"x"',
]
const times = ['7d', '2w', '24h', '2026-01-31', '2026-01-31T10:00:00Z', '2026-13-01', 'yesterday']
const numbers = ['0', '1', '5', '007', '50', '1000000', '1e3', '0.5', '-1', 'many', 0, 3, 2.5, -4]
const others = ['true', 'false', true, false, [], ['a'], {}, 'x'.repeat(300), undefined]

function valuesOf({ choices = [], minimum, maximum }: InputField): fc.Arbitrary<unknown> {
  const bounds = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound - 1, bound, bound + 1, String(bound)],
  )
  const listed = [choices.join(','), [...choices], choices.slice(0, 2).join(', ')]
  return fc.constantFrom<unknown>(
    ...[...texts, ...times, ...numbers, ...others, ...bounds, ...choices, ...listed],
  )
}

describe.each(Object.keys(plainOperations) as OperationName[])('%s', (name) => {
  it('is read without its schema only where the schema reads the same', () => {
    const { fields } = plainOperations[name]
    const given = fc.record(Object.fromEntries(fields.map((each) => [each.name, valuesOf(each)])), {
      requiredKeys: [],
    })
    fc.assert(
      fc.property(given, (value) => {
        const plain = readPlainInput(fields, value)
        if (plain !== undefined) expect(operations[name].input.safeParse(value).data).toEqual(plain)
      }),
      { numRuns: 300 },
    )
  })
})
