/** Finds the memories for `throughline audit`: at a path, or all for a project. */
import { basename } from 'node:path'
import { realPath } from '../../adapters/filesystem/real-path.ts'
import { recogniseStores } from '../../adapters/memory-sources/recognise.ts'
import { createMemorySources } from '../../adapters/memory-sources/sources.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { type AuditWithImport, auditMemories } from '../../core/audit/audit.ts'
import { findImportable } from '../../core/import/find-importable.ts'
import type { FoundMemories } from '../../core/import/memories/import-memories.ts'
import type { PlacePorts } from '../../core/import/place-recorded.ts'
import { isWithin } from '../../core/model/folder-path.ts'
import type { ForeignPlace } from '../../core/ports/memory-source.ts'
import type { Redactor } from '../../core/ports/redactor.ts'
import type { OriginPorts } from '../../core/provenance/origins.ts'
import type { Environment } from '../../home/config.ts'
import { repositoryFolderOf } from '../documents/agent-memory.ts'
import { systemClock } from '../surroundings.ts'
import { createPlacing } from './histories.ts'

/** What to audit; default: everything for the current folder's project and the user. */
export interface AuditWish {
  readonly path?: string | undefined
  readonly cwd: string | undefined
}

interface AuditParts {
  readonly places: PlacePorts
  readonly origins: OriginPorts
  readonly redactor: Redactor
  readonly userHome: string
  readonly env: Environment
}

/** @throws ThroughlineError if there is nothing at the path, or no readable memories */
export async function auditStores(
  { path, cwd }: AuditWish,
  parts: AuditParts,
): Promise<AuditWithImport> {
  const { places, redactor, origins } = parts
  const { found, isWanted } =
    path === undefined ? await findOwn(cwd, parts) : await findNamed(path, parts)
  const { repositoryOf } = await createPlacing(places, parts)
  return auditMemories(found, isWanted, {
    ...{ redactor, repositoryOf, origins },
    exists: async (folder, name) => (await realPath(`${folder}/${name}`)).exists,
    now: systemClock.now().toISOString(),
  })
}

interface FoundStores {
  readonly found: readonly FoundMemories[]
  isWanted(place: ForeignPlace): boolean
}

/** Everything for one project: its own files, and what the user's agents and tools keep for it. */
async function findOwn(cwd: string | undefined, parts: AuditParts): Promise<FoundStores> {
  const root = await topFolder(cwd, parts)
  const folders = root === undefined ? [] : [root]
  const surroundings = { ...parts, folders, repositoryFolderOf }
  const found = await findImportable(createMemorySources(), surroundings, {})
  if (root === undefined) return { found, isWanted: () => true }
  const isOurs = ({ name, cwd: folder }: Extract<ForeignPlace, { kind: 'project' }>) =>
    folder === undefined
      ? name === root || name?.split('/').at(-1) === basename(root)
      : isWithin(folder, root)
  return { found, isWanted: (place) => place.kind !== 'project' || isOurs(place) }
}

/** Undefined outside a project. */
async function topFolder(
  cwd: string | undefined,
  { places, userHome }: AuditParts,
): Promise<string | undefined> {
  const place = cwd === undefined ? undefined : await places.locator.lookUp(cwd)
  const root = place?.kind === 'enabled' ? place.root : cwd
  return root === userHome ? undefined : root
}

async function findNamed(given: string, parts: AuditParts): Promise<FoundStores> {
  const { path, exists } = await realPath(given)
  if (!exists) {
    throw new ThroughlineError('invalid-input', `there is no ${given}`, {
      hint: 'name a rule file, a project, or the folder or database of a memory tool',
    })
  }
  const refuse = (why: string) =>
    new ThroughlineError('invalid-input', `cannot read ${given} as memories: ${why}`, {
      hint: 'it can be a rule file such as CLAUDE.md, or what `throughline import` reads',
    })
  const found = await recogniseStores(createMemorySources(), path, parts).catch(
    (error: unknown) => {
      throw refuse(error instanceof Error ? error.message : String(error))
    },
  )
  if (found.length === 0) throw refuse('no known tool writes this')
  return { found, isWanted: () => true }
}
