/** Memory filters in the URL, and as input of the operation. */
import {
  type MemoryKind,
  type MemoryOrder,
  type MemoryScope,
  type MemorySourceName,
  type MemoryStanding,
  memoryKinds,
  memoryOrders,
  memoryScopes,
  memorySourceNames,
  memoryStandings,
} from '../../../../src/contract/vocabulary.ts'
import type { CallInput } from '../../api/call.ts'
import { flag, longestFilter, oneOf, text } from '../../read-params.ts'

export interface MemoryFilter {
  readonly text?: string | undefined
  readonly kind?: MemoryKind | undefined
  readonly scope?: MemoryScope | undefined
  readonly project?: string | undefined
  readonly source?: MemorySourceName | undefined
  readonly standing?: MemoryStanding | undefined
  readonly tag?: string | undefined
  readonly pinned?: true | undefined
  readonly superseded?: true | undefined
  readonly order?: MemoryOrder | undefined
}

export const noFilter: MemoryFilter = {
  text: undefined,
  kind: undefined,
  scope: undefined,
  project: undefined,
  source: undefined,
  standing: undefined,
  tag: undefined,
  pinned: undefined,
  superseded: undefined,
  order: undefined,
}

export function readMemoryFilter(given: Record<string, unknown>): MemoryFilter {
  return {
    text: text(given.text)?.slice(0, longestFilter),
    kind: oneOf(memoryKinds, given.kind),
    scope: oneOf(memoryScopes, given.scope),
    project: text(given.project),
    source: oneOf(memorySourceNames, given.source),
    standing: oneOf(memoryStandings, given.standing),
    tag: text(given.tag),
    pinned: flag(given.pinned),
    superseded: flag(given.superseded),
    order: oneOf(memoryOrders, given.order),
  }
}

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
