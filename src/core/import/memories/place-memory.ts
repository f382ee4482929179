/** Decides where an imported memory belongs. A folder's name alone may match several projects. */
import type { WritePorts } from '../../memory/write-memory.ts'
import type { CaptureLocation } from '../../model/host-event.ts'
import type { ScopeAddress } from '../../model/memory.ts'
import type { ForeignPlace, ImportedMemory } from '../../ports/memory-source.ts'
import type { ProjectSummary } from '../../ports/projects.ts'
import type { Store } from '../../ports/store.ts'
import type { RecordedPlace, RepositoryOf } from '../place-recorded.ts'

export type PlacedMemory =
  | { readonly kind: 'at'; readonly address: ScopeAddress; readonly root?: string | undefined }
  | { readonly kind: 'disabled' }
  /** The tool's project matches none here. */
  | { readonly kind: 'unplaced'; readonly name: string }

const global: PlacedMemory = { kind: 'at', address: { scope: 'global', scopeId: '' } }

/** @param into the project for memories without a known one */
export async function placeMemory(
  { place, session }: Pick<ImportedMemory, 'place' | 'session'>,
  into: string | undefined,
  ports: MemoryImportPorts,
): Promise<PlacedMemory> {
  if (place.kind === 'global') return global
  if (place.kind === 'agent') return at({ scope: 'agent', scopeId: place.name })
  const chosen = into === undefined ? undefined : at({ scope: 'project', scopeId: into })
  if (place.kind === 'unknown') return chosen ?? global
  return (await findRecorded(place, session, ports)) ?? chosen ?? unplaced(place)
}

const at = (address: ScopeAddress, root?: string): PlacedMemory => ({ kind: 'at', address, root })

const unplaced = ({ name, cwd }: Extract<ForeignPlace, { kind: 'project' }>): PlacedMemory => {
  const known = name ?? cwd
  return known === undefined ? global : { kind: 'unplaced', name: known }
}

/** By the recorded folder, then by the memory's session, then by a name that only one project has. */
async function findRecorded(
  { name, cwd, remote }: Extract<ForeignPlace, { kind: 'project' }>,
  session: string | undefined,
  { placeOf, store }: MemoryImportPorts,
): Promise<PlacedMemory | undefined> {
  if (cwd !== undefined) {
    const found = await placeOf({ cwd, remote })
    if (found.kind === 'disabled') return found
    if (found.projectId !== undefined) {
      return at({ scope: 'project', scopeId: found.projectId }, found.root)
    }
  }
  const sessionId = session === undefined ? undefined : await store.history.sessionId(session)
  const origin = sessionId === undefined ? undefined : await store.history.sessionPlace(sessionId)
  if (origin?.projectId !== undefined) return at({ scope: 'project', scopeId: origin.projectId })
  const named = name === undefined ? [] : namesakes(await store.projects.list(), name)
  const only = named.length === 1 ? named[0] : undefined
  return only && at({ scope: 'project', scopeId: only.id }, only.root)
}

function namesakes(projects: readonly ProjectSummary[], name: string): ProjectSummary[] {
  const wanted = name.toLowerCase()
  return projects.filter(({ id, name: own, identity, aliases }) => {
    const identities = [identity, ...aliases].map((each) => each.toLowerCase())
    return (
      id === name ||
      own.toLowerCase() === wanted ||
      identities.some((each) => each === wanted || each.endsWith(`/${wanted}`))
    )
  })
}

export interface MemoryImportPorts extends Omit<WritePorts, 'memories' | 'transaction'> {
  readonly store: Pick<Store, 'transaction' | 'imports' | 'history' | 'projects'>
  readonly version: string
  readonly placeOf: (recorded: RecordedPlace) => Promise<CaptureLocation>
  readonly repositoryOf: RepositoryOf
}
