/** What a client did is captured; importing the client's own history must add nothing to it. */
import { expect } from 'vitest'
import type { CaptureWorld } from './capture-world.ts'
import { countRows } from './captured-rows.ts'

const tables = ['sessions', 'turns', 'tool_events'] as const

export async function expectNothingToImport(world: CaptureWorld, source: string): Promise<void> {
  const rows = () => tables.map((table) => countRows(world.database, table))
  const before = rows()
  await world.throughline(world.repository, 'import', '--from', source, '--yes')
  expect(rows()).toEqual(before)
}
