/** Wrong clients and servers, each of which the fuzz test must find out. */
import { sha256 } from '../../../../src/adapters/ids.ts'
import type { LocalStore } from '../../../../src/core/ports/store.ts'
import type {
  StoredState,
  TeamSyncReader,
  TeamSyncStore,
  TeamSyncTransaction,
} from '../../../../src/core/ports/team/team-sync-store.ts'
import { bucketOf, hashBucket } from '../../../../src/core/team/client/compare.ts'

/** A plain sequence needs writers at the same time, and has a test of its own. */
export const mutants = ['no-tombstones', 'no-marks', 'no-witness', 'no-shadow'] as const
export type Mutant = (typeof mutants)[number]

export function mutateServer(store: TeamSyncStore, mutant: Mutant | undefined): TeamSyncStore {
  const mutate = readers[mutant ?? '']
  if (!mutate) return store
  return {
    reading: (organisation) => mutate(store.reading(organisation)),
    writing: (organisation, work) =>
      store.writing(organisation, (tx) => work(mutate(tx) as TeamSyncTransaction)),
  }
}

export function mutateClient(store: LocalStore, mutant: Mutant | undefined): LocalStore {
  if (mutant !== 'no-shadow') return store
  return {
    ...store,
    transaction: (work, options) =>
      store.transaction(
        (tx) => work({ ...tx, team: { ...tx.team, putShadow: async () => undefined } }),
        options,
      ),
  }
}

type MutateReader = (reader: TeamSyncReader) => TeamSyncReader

const readers: Partial<Record<string, MutateReader>> = {
  'no-tombstones': withoutTombstones,
  'no-marks': (reader) => ({
    ...reader,
    hasChange: async ({ sequence }) => sequence <= (await reader.head()).sequence,
  }),
}

function withoutTombstones(reader: TeamSyncReader): TeamSyncReader {
  const isAlive = ({ type }: Pick<StoredState, 'type'>) => type === 'memory' || type === 'digest'
  const statesOf = async (id: string) =>
    (await (reader as TeamSyncTransaction).statesOf(id)).filter(isAlive)
  return {
    ...reader,
    ...('statesOf' in reader && { statesOf }),
    statesBetween: async (...range) =>
      (await reader.statesBetween(...range)).filter(({ state }) => isAlive(state)),
    states: async (project, ids) => (await reader.states(project, ids)).filter(isAlive),
    bucket: async (...which) => (await reader.bucket(...which)).filter(isAlive),
    async bucketHashes(project, kinds) {
      const names = Object.keys(await reader.bucketHashes(project, kinds))
      const entries = await Promise.all(names.map((name) => reader.bucket(project, name, kinds)))
      const buckets = Map.groupBy(entries.flat().filter(isAlive), ({ id }) => bucketOf(id))
      const hashes = [...buckets].map(([name, alive]) => [name, hashBucket(alive, sha256)])
      return Object.fromEntries(hashes)
    },
  }
}
