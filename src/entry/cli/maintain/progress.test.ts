import { expect, it } from 'vitest'
import { waitFor } from '../../../../test/support/homes/world.ts'
import { openTerminal } from '../../../../test/support/processes/terminal.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from './progress.ts'

it('never draws more than one line', async () => {
  const terminal = openTerminal([])
  const input = { isTerminal: true, read: async () => '', streams: terminal.streams }
  const context = { isTerminal: true, columns: 80, input } as unknown as CliContext
  const progress = await startProgress(context, 'Importing', 40)
  progress.advance('12345 of 12345 sessions, 302.2 KB/s, and a lot more than fits', 10)
  await waitFor('a redraw', () => terminal.screen().includes('12345 sessions'))
  const drawings = terminal.screen().split(/(?=[◒◐◓◑])|[\r\n]/)
  progress.done('Done')
  expect(drawings.filter(({ length }) => length > 80)).toEqual([])
})
