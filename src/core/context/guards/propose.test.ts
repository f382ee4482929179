import { expect, test } from 'vitest'
import { describePatterns } from '../../../contract/guard-text.ts'
import { proposePatterns } from './propose.ts'

test.each([
  ['Use pnpm, never npm.', 'npm, yarn, bun'],
  ['Never use npm or yarn here; use pnpm.', 'npm, yarn, bun'],
  ['Benutze pnpm statt npm.', 'npm, yarn, bun'],
  ['Use pnpm for everything.', 'npm, yarn, bun'],
  ['Install with `pnpm install`, not `npm install`.', 'npm install'],
  ['Do not run `npm run seed`: it empties the database.', 'npm run seed'],
  ['git push --force is forbidden on main.', 'git push --force'],
  ['Never edit src/api/client.ts by hand.', 'src/api/client.ts'],
  ['Do not touch anything under src/generated/.', 'src/generated'],
  ['Snapshots in test/snapshots/ must not be edited.', 'test/snapshots'],
  ['Do not run frobctl with --skip-checks, not even once.', 'frobctl --skip-checks'],
  ['Do not reset --hard or cherry-pick on your own.', 'git reset --hard, git cherry-pick'],
  ['The plans under docs/plans are not committed.', 'git add docs/plans'],
])('%s', (content, expected) => {
  expect(describePatterns(proposePatterns(content))).toBe(expected)
})

test.each([
  'The tests of src/cart.ts need Redis, which does not run here.',
  'git has no hooks for `git restore`, so it cannot be seen.',
  'Session files can exist without a branch, so `widgets reset` has to clear them.',
  'There is no apps/web: the apps are apps/api and apps/docs.',
  'Run `npm run seed` before the integration tests.',
  'src/generated/ comes from the schema.',
  'Its type is compared with `kind == other`, not `kind === other`.',
  'A stacked/grid layout is used, not a table/overflow one.',
])('proposes nothing for a text that forbids nothing: %s', (content) => {
  expect(proposePatterns(content)).toEqual([])
})
