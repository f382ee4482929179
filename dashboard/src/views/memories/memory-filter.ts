/** Memory filters in the URL, and as input of the operation. */
import {
  memoryKinds,
  memoryOrders,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
} from '../../../../src/contract/vocabulary.ts'
import type { CallInput } from '../../api/call.ts'
import { filterText, flag, oneOf, paramsReader, text } from '../../read-params.ts'

export type MemoryFilter = ReturnType<typeof readMemoryFilter>
export const readMemoryFilter = paramsReader({
  text: filterText,
  kind: oneOf(memoryKinds),
  scope: oneOf(memoryScopes),
  project: text,
  source: oneOf(memorySourceNames),
  standing: oneOf(memoryStandings),
  tag: text,
  pinned: flag,
  superseded: flag,
  order: oneOf(memoryOrders),
})

export const noFilter = readMemoryFilter({})

/** The order leaves nothing out. */
export function isFiltered({ order: _, ...filter }: MemoryFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

export function toList(filter: MemoryFilter): Omit<CallInput<'listMemories'>, 'limit' | 'offset'> {
  const { scope, project, superseded, ...rest } = filter
  return {
    ...rest,
    includeSuperseded: superseded,
    ...(project ? { project } : { all: true, scope }),
  }
}
