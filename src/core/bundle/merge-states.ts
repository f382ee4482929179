/**
 * Two states of one memory become one that both stores agree on: the higher version is what it says,
 * and everything else that was ever said is among its former versions.
 */
import type { BundleMemoryLine } from '../../contract/bundle.ts'

export type MemoryState = Omit<BundleMemoryLine, 'type'>
type BundledMemory = MemoryState['memory']

/** The same whichever is `one`, except for the project, which is called by the name of `one`. */
export function mergeStates(one: MemoryState, other: MemoryState): MemoryState {
  const [winner, loser] = isNewer(other.memory, one.memory) ? [other, one] : [one, other]
  const known = new Set(statesOf(winner).map(({ memory }) => stateKey(memory)))
  const lost = statesOf(loser)
    .filter(({ memory }) => !known.has(stateKey(memory)))
    .toSorted((a, b) => compare(a.validFrom, b.validFrom) || a.memory.version - b.memory.version)
  const { version } = winner.memory
  return {
    memory: {
      ...winner.memory,
      ...placeOf(one.memory, winner.memory),
      version: version + lost.length,
      ...usesOf(one.memory, other.memory),
    },
    versionFrom: winner.versionFrom,
    sources: distinct([...winner.sources, ...loser.sources]),
    revisions: [
      ...winner.revisions,
      ...lost.map(({ validFrom, validTo, memory }, index) => ({
        validFrom,
        validTo: validTo ?? laterTime(validFrom, winner.versionFrom),
        memory: { ...memory, version: version + index },
      })),
    ],
  }
}

/** The state with a change as its next version. */
export function nextVersion(
  { memory, versionFrom, sources, revisions }: MemoryState,
  change: Partial<BundledMemory>,
  at: string,
): MemoryState {
  const since = laterTime(at, versionFrom)
  return {
    memory: { ...memory, ...change, version: memory.version + 1, updatedAt: since },
    versionFrom: since,
    sources,
    revisions: [...revisions, { validFrom: versionFrom, validTo: since, memory }],
  }
}

export const laterTime = (one: string, other: string) => (one > other ? one : other)

interface FormerState {
  readonly validFrom: string
  readonly validTo?: string
  readonly memory: BundledMemory
}

const statesOf = ({ revisions, versionFrom, memory }: MemoryState): FormerState[] => [
  ...revisions,
  { validFrom: versionFrom, memory },
]

function isNewer(one: BundledMemory, other: BundledMemory): boolean {
  const order =
    one.version - other.version ||
    compare(one.updatedAt, other.updatedAt) ||
    compare(stateKey(one), stateKey(other))
  return order > 0
}

/** Its content and standing, without the version number and the trust. */
function stateKey(memory: BundledMemory): string {
  const { content, kind, key, tags, keywords, importance, standing, files } = memory
  const { validTo, updatedAt } = memory
  return JSON.stringify([
    ...[content, kind, key ?? '', tags, keywords, importance, standing, files],
    ...[validTo ?? '', updatedAt],
  ])
}

/** Each store may have merged its project into another. */
function placeOf(here: BundledMemory, winner: BundledMemory) {
  const { scope, scopeId } = here.scope === winner.scope ? here : winner
  return { scope, scopeId }
}

function usesOf(one: BundledMemory, other: BundledMemory) {
  const lastUsedAt = laterTime(one.lastUsedAt ?? '', other.lastUsedAt ?? '')
  return {
    useCount: Math.max(one.useCount, other.useCount),
    ...(lastUsedAt !== '' && { lastUsedAt }),
  }
}

function distinct(sources: MemoryState['sources']): MemoryState['sources'] {
  const byName = new Map(sources.map((source) => [`${source.type} ${source.ref}`, source]))
  return [...byName.keys()].toSorted().flatMap((name) => byName.get(name) ?? [])
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
