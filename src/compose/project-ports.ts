/** What it takes to find a folder's project on this machine. */
import { createProjectMarkers } from '../adapters/filesystem/project-marker.ts'
import { realPath } from '../adapters/filesystem/real-path.ts'
import { createCommitReader } from '../adapters/git/commit-reader.ts'
import { createRepositoryReader } from '../adapters/git/repository.ts'
import { createIdSource, sha256 } from '../adapters/ids.ts'
import type { IdSource } from '../core/ports/runtime.ts'
import type { ResolvePorts } from '../core/project/resolve.ts'
import { systemClock } from './surroundings.ts'

export { projectSurroundings, systemClock } from './surroundings.ts'

export function projectPorts(ids: IdSource = createIdSource(systemClock)): ResolvePorts {
  return {
    repositories: createRepositoryReader(),
    commits: createCommitReader(),
    markers: createProjectMarkers(),
    hash: sha256,
    realPath,
    clock: systemClock,
    ids,
  }
}
