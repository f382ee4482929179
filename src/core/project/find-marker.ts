/** Finds or creates the marker of a repository or a plain folder. */
import { ancestorsOf } from '../model/folder-path.ts'
import type { MarkerPlace } from '../ports/projects.ts'
import type { Repository } from '../ports/repository.ts'
import { isProjectFolder, mayHoldMarker, type Surroundings } from './project-folder.ts'
import {
  createMarker,
  followMarker,
  type MarkerPorts,
  type MarkerWrites,
  type ResolvedMarker,
} from './resolve-marker.ts'

export interface MarkerRules {
  /** False: markers are neither read nor written. */
  readonly useMarkers: boolean
  readonly markerWrites: MarkerWrites
}

/**
 * The marker in the git directory, else one from before the folder became a repository. A repository
 * with a remote needs none: an existing marker is read but never changed.
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
