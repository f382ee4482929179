/** `resolveProject` with all its real adapters, inside a sandbox. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProjectMarkers } from '../../../src/adapters/filesystem/project-marker.ts'
import { realPath } from '../../../src/adapters/filesystem/real-path.ts'
import { createCommitReader } from '../../../src/adapters/git/commit-reader.ts'
import { createRepositoryReader } from '../../../src/adapters/git/repository.ts'
import { createIdSource } from '../../../src/adapters/ids.ts'
import { type ResolveOptions, resolveProject } from '../../../src/core/project/resolve.ts'
import type { GitSandbox } from '../homes/git-sandbox.ts'

const clock = { now: () => new Date('2026-01-02T03:04:05.678Z') }
const ports = {
  repositories: createRepositoryReader(),
  commits: createCommitReader(),
  markers: createProjectMarkers(),
  realPath,
  hash: (text: string) => createHash('sha256').update(text).digest('hex'),
  clock,
  ids: createIdSource(clock),
}

export function createProjectResolver(sandbox: GitSandbox) {
  const surroundings = { userHome: sandbox.home, tempFolders: [tmpdir()] }
  const resolve = (folder: string, options: Partial<ResolveOptions> = {}) =>
    resolveProject(
      folder,
      { ...surroundings, useMarkers: true, markerWrites: 'everything', ...options },
      ports,
    )
  const resolved = async (folder: string, options?: Partial<ResolveOptions>) => {
    const project = await resolve(folder, options)
    if (!project) throw new Error(`${folder} is not a project`)
    return project
  }
  const identityOf = async (folder: string) => (await resolved(folder)).identity
  return { resolve, resolved, identityOf }
}

export const pathIdentity = (path: string) => `path:${ports.hash(path).slice(0, 16)}`
export const markerFile = (folder: string) => join(folder, '.throughline/project.json')
