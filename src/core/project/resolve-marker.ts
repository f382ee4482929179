/**
 * Decides which id a marker gives a folder. If the recorded path is gone, the folder was renamed and
 * keeps its id. If the same nonce is still there, this folder is a copy and gets a new id.
 */
import { ancestorsOf, comparablePath } from '../model/folder-path.ts'
import type { MarkerPlace, ProjectMarker, ProjectMarkerStore } from '../ports/projects.ts'
import type { Repository } from '../ports/repository.ts'
import type { Runtime } from '../ports/runtime.ts'
import { isProjectFolder, mayHoldMarker, type Surroundings } from './project-folder.ts'

export interface MarkerPorts extends Pick<Runtime, 'clock' | 'ids'> {
  readonly markers: ProjectMarkerStore
}

/**
 * `refresh` only updates the recorded path of a folder that was moved. Every visit does this, so that
 * a later copy is not mistaken for the moved folder. Checks for disabled projects write `nothing`.
 */
export type MarkerWrites = 'nothing' | 'refresh' | 'everything'

export interface ResolvedMarker {
  /** Undefined if the folder has no valid marker and none could or may be written. */
  readonly id?: string
  /** For the log, e.g. that a corrupt marker was replaced. */
  readonly notice?: string
}

/** @returns undefined if there is no marker */
async function followMarker(
  place: MarkerPlace,
  writes: MarkerWrites,
  ports: MarkerPorts,
): Promise<ResolvedMarker | undefined> {
  const reading = await ports.markers.read(place)
  if (reading.kind === 'absent') return undefined
  if (reading.kind === 'found') return followFound(place, reading.marker, writes, ports)
  if (writes !== 'everything') return {}
  const movedTo = await ports.markers.setAside(place, ports.clock.now())
  if (movedTo === undefined) return {}
  const settled = await createMarker(place, ports)
  const notice = `a corrupt project marker was moved to ${movedTo} and replaced`
  return { ...settled, notice }
}

/** A new marker, or the one that another process wrote first. */
async function createMarker(place: MarkerPlace, ports: MarkerPorts): Promise<ResolvedMarker> {
  const marker = freshMarker(place, ports)
  const outcome = await ports.markers.create(place, marker)
  if (outcome === 'created') return { id: marker.id }
  if (outcome === 'unwritable') return {}
  const reading = await ports.markers.read(place)
  return reading.kind === 'found' ? { id: reading.marker.id } : {}
}

async function followFound(
  place: MarkerPlace,
  marker: ProjectMarker,
  writes: MarkerWrites,
  ports: MarkerPorts,
): Promise<ResolvedMarker> {
  if (comparablePath(marker.path) === comparablePath(place.folder)) return { id: marker.id }
  const recorded = await ports.markers.inspectOrigin(place, marker)
  if (recorded === 'same-folder') return { id: marker.id }
  if (recorded === 'gone') {
    if (writes !== 'nothing') await ports.markers.replace(place, { ...marker, path: place.folder })
    return { id: marker.id }
  }
  if (writes !== 'everything') return {}
  const fresh = freshMarker(place, ports)
  return (await ports.markers.replace(place, fresh)) ? { id: fresh.id } : {}
}

function freshMarker(place: MarkerPlace, { clock, ids }: MarkerPorts): ProjectMarker {
  return {
    id: ids.next(),
    nonce: ids.next(),
    createdAt: clock.now().toISOString(),
    path: place.folder,
  }
}

export interface MarkerRules {
  /** False: markers are neither read nor written. */
  readonly useMarkers: boolean
  readonly markerWrites: MarkerWrites
}

/**
 * The marker in the git directory, or else one from before the folder became a repository. A
 * repository with a remote needs none: an existing marker is read but never changed.
 */
export async function findRepositoryMarker(
  { remote, commonDir, mainRoot }: Repository,
  rules: MarkerRules,
  ports: MarkerPorts,
): Promise<ResolvedMarker> {
  if (!rules.useMarkers) return {}
  const writes = remote === undefined ? rules.markerWrites : 'nothing'
  const inGitDir: MarkerPlace = { folder: commonDir, isGitDir: true }
  const existing =
    (await followMarker(inGitDir, writes, ports)) ??
    (await followMarker({ folder: mainRoot, isGitDir: false }, writes, ports))
  if (existing) return existing
  return writes === 'everything' ? createMarker(inGitDir, ports) : {}
}

/** The nearest marker at or above the folder, among folders that can be projects; else a new one. */
export async function findFolderMarker(
  folder: { readonly path: string; readonly exists: boolean },
  rules: MarkerRules & Surroundings,
  ports: MarkerPorts,
): Promise<{ root: string; marker: ResolvedMarker }> {
  const { path, exists } = folder
  if (!rules.useMarkers) return { root: path, marker: {} }
  for (const ancestor of ancestorsOf(path)) {
    if (!isProjectFolder(ancestor, rules)) break
    const marker = await followMarker(
      { folder: ancestor, isGitDir: false },
      rules.markerWrites,
      ports,
    )
    if (marker) return { root: ancestor, marker }
  }
  const mayCreate = rules.markerWrites === 'everything' && exists && mayHoldMarker(path, rules)
  const marker = mayCreate ? await createMarker({ folder: path, isGitDir: false }, ports) : {}
  return { root: path, marker }
}
