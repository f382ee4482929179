/** Facts about this machine that need no other module. */
import { tmpdir } from 'node:os'
import { delimiter } from 'node:path'
import type { FolderProject } from '../core/memory/scope.ts'
import type { CaptureLocation } from '../core/model/host-event.ts'
import type { Clock } from '../core/ports/runtime.ts'
import type { Surroundings } from '../core/project/project-folder.ts'
import type { HostSurroundings } from '../core/setup/inspect-host.ts'

export const systemClock: Clock = { now: () => new Date() }

export function projectSurroundings(userHome: string): Surroundings {
  return { userHome, tempFolders: [tmpdir(), '/tmp', '/var/tmp'] }
}

export function toFolderProject(place: CaptureLocation): FolderProject {
  if (place.kind === 'disabled') return place
  const { projectId: id, root, claims } = place
  return id === undefined ? { kind: 'none' } : { kind: 'project', id, root, claims }
}

export function hostSurroundings(userHome: string, env: HostSurroundings['env']): HostSurroundings {
  const programFolders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean)
  return { userHome, env, programFolders }
}
