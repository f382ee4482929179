/** What telling a folder's project needs of the machine. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createProjectMarkers } from '../adapters/filesystem/project-marker.ts'
import { realPath } from '../adapters/filesystem/real-path.ts'
import { createRepositoryReader } from '../adapters/git/repository.ts'
import { createIdSource } from '../adapters/ids.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Surroundings } from '../core/project/project-folder.ts'
import type { ResolvePorts } from '../core/project/resolve.ts'

export const systemClock: Clock = { now: () => new Date() }
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export function projectPorts(): ResolvePorts {
  return {
    repositories: createRepositoryReader(),
    markers: createProjectMarkers(),
    hash: sha256,
    realPath,
    clock: systemClock,
    ids: createIdSource(systemClock),
  }
}

export function projectSurroundings(userHome: string): Surroundings {
  return { userHome, tempFolders: [tmpdir(), '/tmp', '/var/tmp'] }
}
