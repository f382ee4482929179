import { expect, it } from 'vitest'
import { type ErrorCode, errorCodes, meaningOf, ThroughlineError } from './errors.ts'

const codesWhere = (holds: (meaning: ReturnType<typeof meaningOf>) => boolean): ErrorCode[] =>
  errorCodes.filter((code) => holds(meaningOf(new ThroughlineError(code, 'it failed'))))

it('only a store that cannot be used holds up the spool', () => {
  expect(codesWhere(({ isStoreTrouble }) => isStoreTrouble)).toEqual([
    'unreadable-home',
    'newer-database',
    'corrupt-database',
    'database-busy',
    'database-unwritable',
    'database-failed',
  ])
})

it('only faults of ours are answered with 500', () => {
  expect(codesWhere(({ httpStatus }) => httpStatus === 500)).toEqual([
    'database-failed',
    'internal',
  ])
})

it('only a wrong command or setting exits with 2', () => {
  expect(codesWhere(({ exitCode }) => exitCode === 2)).toEqual(['invalid-input', 'invalid-config'])
})

it('an error of another kind is internal', () => {
  expect(meaningOf(new TypeError('x is not a function'))).toEqual(
    meaningOf(new ThroughlineError('internal', 'it failed')),
  )
})
