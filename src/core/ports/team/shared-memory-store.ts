/** What an organisation shares, for those who ask without a machine of their own. */
import type { MemoryKind } from '../../../contract/memory.ts'
import type { SharedProject } from '../../../contract/team/sync.ts'
import type { Memory } from '../../model/memory.ts'
import type { MemoryPage } from '../memory-store.ts'
import type { SearchReader } from '../search-index.ts'

export type VisibleProject = Omit<SharedProject, 'memories'>

export interface SharedMemoryFilter {
  /** Their ids. */
  readonly projects: readonly string[]
  readonly kind?: MemoryKind | undefined
  readonly tag?: string | undefined
  readonly includeSuperseded?: boolean | undefined
}

/** As one person sees it: the team's projects, and the one that is theirs alone. */
export interface SharedMemoryReader {
  /** By creation. */
  projects(): Promise<VisibleProject[]>
  /** Those that exist in a visible project, superseded ones too, in no particular order. */
  findMany(ids: readonly string[]): Promise<Memory[]>
  /** The valid memory of a visible project with this key. */
  findByKey(project: string, key: string): Promise<Memory | undefined>
  /** Last changed first. `total` ignores limit and offset. */
  list(
    filter: SharedMemoryFilter,
    page: MemoryPage,
  ): Promise<{ readonly memories: Memory[]; readonly total: number }>
  /** By kind. */
  count(
    filter: SharedMemoryFilter,
  ): Promise<{ readonly kind: MemoryKind; readonly count: number }[]>
  /**
   * Never behind the memories. Searches everything that is shared: the filter has to name the scopes.
   * @param options.personal whether it knows the words of the person's own project, too
   */
  search(options: { readonly personal: boolean }): SearchReader
}

export interface SharedMemoryStore {
  reading(organisation: string, person: string): SharedMemoryReader
  /**
   * Indexes what is not indexed, and removes what is indexed but no longer shared. Does nothing if all
   * is well. May be stopped at any time, and goes on where it was.
   */
  repairIndex(organisation: string): Promise<IndexRepair>
}

export interface IndexRepair {
  readonly added: number
  readonly removed: number
}
