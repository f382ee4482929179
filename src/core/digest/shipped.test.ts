import { expect, test } from 'vitest'
import { toAction } from '../activity/to-action.ts'
import { mergeShipped, shippedIn } from './shipped.ts'

const ran = (command: string, stdout = '', outcome: 'ok' | 'failed' = 'ok') =>
  toAction({ id: 'e1', toolName: 'Bash', input: { command }, output: { stdout }, outcome }, '/w')
const textsOf = (...actions: Parameters<typeof shippedIn>[0]) =>
  shippedIn(actions).map(({ text }) => text)

test.each([
  ['git commit -am "round once"', ''],
  [
    'git add . && git commit -m "$(cat <<\'EOF2\'\nround once\n\nBecause.\nEOF2\n)" && git push',
    '',
  ],
  ['git commit -F note.txt', '[main 1a2b3c4] round once\n 1 file changed, 2 insertions(+)'],
])('%s is a commit with its subject', (command, output) => {
  expect(textsOf(ran(command, output))).toEqual(['round once'])
})

test('a commit that failed is none, and an amended one is no second', () => {
  expect(textsOf(ran('git commit -m "round once"', 'hook failed', 'failed'))).toEqual([])
  const twice = shippedIn([
    ran('git commit -m "round once"'),
    ran('git commit --amend --no-edit', '[main 2b3c4d5] round once'),
  ])
  expect(mergeShipped(twice)).toHaveLength(1)
})

test('a pull request is known by the address that its creation printed', () => {
  const created = ran(
    'gh pr create --title "Round once" --body "x"',
    'https://git.example/acme/shop/pull/12',
  )
  expect(textsOf(created)).toEqual(['#12 Round once'])
  expect(textsOf(ran('gh pr view 12', 'https://git.example/acme/shop/pull/12'))).toEqual([])
})
