/**
 * Decides which id a marker gives a folder. The path it recorded tells: gone means the folder was
 * renamed and keeps its id, still there with the same nonce means this is a copy, which gets a
 * fresh one.
 */

import { comparablePath } from '../model/folder-path.ts'
import type { Clock, IdSource } from '../ports/clock.ts'
import type { MarkerPlace, ProjectMarker, ProjectMarkerStore } from '../ports/project-marker.ts'

export interface MarkerPorts {
  readonly markers: ProjectMarkerStore
  readonly clock: Clock
  readonly ids: IdSource
}

export interface SettledMarker {
  /** Undefined when no marker can vouch for the folder and none could or may be written. */
  readonly id?: string
  /** What a person should hear of. */
  readonly notice?: string
}

/**
 * Follows an existing marker; with `mayWrite` it is brought up to date, otherwise left alone.
 * @returns undefined when there is none
 */
export async function followMarker(
  place: MarkerPlace,
  mayWrite: boolean,
  ports: MarkerPorts,
): Promise<SettledMarker | undefined> {
  const reading = await ports.markers.read(place)
  if (reading.kind === 'absent') return undefined
  if (reading.kind === 'found') return followFound(place, reading.marker, mayWrite, ports)
  if (!mayWrite) return {}
  const movedTo = await ports.markers.setAside(place, ports.clock.now())
  if (movedTo === undefined) return {}
  const settled = await createMarker(place, ports)
  const notice = `a corrupt project marker was moved to ${movedTo} and replaced`
  return { ...settled, notice }
}

/** A new marker; when another process was quicker, the one it wrote. */
export async function createMarker(place: MarkerPlace, ports: MarkerPorts): Promise<SettledMarker> {
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
  mayWrite: boolean,
  ports: MarkerPorts,
): Promise<SettledMarker> {
  if (comparablePath(marker.path) === comparablePath(place.folder)) return { id: marker.id }
  const recorded = await ports.markers.lookBack(place, marker)
  if (recorded === 'same-folder') return { id: marker.id }
  if (recorded === 'gone') {
    if (mayWrite) await ports.markers.replace(place, { ...marker, path: place.folder })
    return { id: marker.id }
  }
  if (!mayWrite) return {}
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
