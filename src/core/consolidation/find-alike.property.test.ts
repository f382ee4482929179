import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseStatement } from '../memory/normalise-statement.ts'
import { compareStatements } from '../memory/sameness.ts'
import { findAlike } from './find-candidates.ts'

/** Few enough for statements to be alike now and then. */
const word = fc.constantFrom(
  ...[
    'deploy',
    'release',
    'tabs',
    'spaces',
    'tests',
    'never',
    'not',
    'only',
    '`run`',
    '80',
    'a.ts',
  ],
)
const statement = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '))

test('finds every memory that another repeats or denies, as comparing all pairs does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(statement, { maxLength: 40 }), async (contents) => {
      const isAlike = (one: string) =>
        contents.some((other) => other !== one && compareStatements(one, other) !== 'different')
      const pool = contents.map((content) => ({
        id: content,
        content,
        statement: normaliseStatement(content),
      }))
      expect([...(await findAlike(pool))].sort()).toEqual(contents.filter(isAlike).sort())
    }),
    { numRuns: 500 },
  )
})
