import { expect, test } from 'vitest'
import { groupHits } from './group-hits.ts'

const hit = (id: string, fields: object = {}) => ({
  id,
  type: 'tool-event' as const,
  text: 'npm test',
  tool: 'Bash',
  session: 's1',
  at: '',
  ...fields,
})

const grouped = (...hits: ReturnType<typeof hit>[]) =>
  groupHits(hits).map((group) => [group.hit.id, group.count])

test('calls that say the same in one session are one row, at the place of the best', () => {
  const other = hit('b', { text: 'npm run lint' })
  expect(grouped(hit('a'), other, hit('c'))).toEqual([
    ['a', 2],
    ['b', 1],
  ])
})

test('another session, another tool and anything but a tool event stay apart', () => {
  const one = hit('a')
  const rows = [one, hit('b', { session: 's2' }), hit('c', { tool: 'Read' })]
  expect(grouped(...rows)).toHaveLength(3)
  const memories = [hit('d', { type: 'memory' }), hit('e', { type: 'memory' })]
  expect(grouped(...memories)).toHaveLength(2)
})
