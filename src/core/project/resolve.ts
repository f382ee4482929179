/**
 * Finds the project of a folder: an override, else the git remote, else a marker, else the hash of
 * the real path. Knows no store; `register.ts` turns identities into stored projects.
 */
import type { Hash } from '../model/content-key.ts'
import { comparablePath, folderName, isFolderPath } from '../model/folder-path.ts'
import type { CommitReader, Repository, RepositoryReader } from '../ports/repository.ts'
import { safeText } from '../text/safe-text.ts'
import { shorten } from '../text/shorten.ts'
import { normaliseOverride } from './normalise-remote.ts'
import { isProjectFolder, type Surroundings } from './project-folder.ts'
import {
  findFolderMarker,
  findRepositoryMarker,
  type MarkerPorts,
  type MarkerRules,
  type ResolvedMarker,
} from './resolve-marker.ts'

export interface ProjectIdentity {
  /** `github.com/owner/repo`, `marker:<uuid>`, `path:<16 hex>` or `override:<name>`. */
  readonly identity: string
  readonly kind: 'override' | 'remote' | 'marker' | 'path'
  readonly name: string
  readonly root: string
  readonly branch?: string
  readonly commit?: string
  /**
   * Weaker identities of the same folder, strongest first. A marker moves with its folder; a path may
   * have belonged to another project before. An override has none: it regroups folders on purpose.
   */
  readonly aliases: readonly string[]
  /** Identities an override hides, for `disabledProjects` only: they belong to other projects. */
  readonly overridden: readonly string[]
  /** The name comes from the environment. */
  readonly isClaimedName?: boolean
  /** For the log, e.g. that a corrupt marker was replaced. */
  readonly notices: readonly string[]
  /** The folder's own history; undefined without a repository, or if the repository is elsewhere. */
  readonly history?: FolderHistory
  /** `folder:<16 hex>` of a folder with a marker; a rename keeps it, and a copy has another. */
  readonly fingerprint?: string
}

export interface FolderHistory {
  readonly commonDir: string
  /** Undefined before the first commit. */
  readonly head?: string
  readonly isShallow: boolean
}

export interface ResolveOptions extends Surroundings, MarkerRules {
  /** The project's name from the configuration. */
  readonly override?: string | undefined
  /** From the environment, which a repository can set. It takes precedence. */
  readonly claimedName?: string | undefined
}

export interface ResolvePorts extends MarkerPorts {
  readonly repositories: RepositoryReader
  readonly commits: CommitReader
  readonly hash: Hash
  /** The real path; for a missing folder, that of its nearest ancestor plus the rest. */
  readonly realPath: (folder: string) => Promise<{ path: string; exists: boolean }>
}

/** @returns undefined for a folder that cannot be a project, such as the home folder or a root */
export async function resolveProject(
  folder: string,
  options: ResolveOptions,
  ports: ResolvePorts,
): Promise<ProjectIdentity | undefined> {
  if (!isFolderPath(folder)) return undefined
  const rules = { ...options, ...(await realSurroundings(options, ports)) }
  const place = await ports.realPath(folder)
  const repository = await projectRepository(place.path, rules, ports)
  const configured = normaliseOverride(options.override)
  const name = normaliseOverride(options.claimedName) ?? configured
  if (name === undefined) return identify(place, repository, rules, ports)
  const own = await identify(place, repository, { ...rules, markerWrites: 'nothing' }, ports)
  return {
    identity: `override:${name}`,
    kind: 'override',
    name,
    root: own?.root ?? place.path,
    ...headOf(repository),
    aliases: [],
    overridden: own ? [own.identity, ...own.aliases] : [],
    notices: [],
    ...(own?.history && { history: own.history }),
    ...(name !== configured && { isClaimedName: true }),
  }
}

async function identify(
  place: { readonly path: string; readonly exists: boolean },
  repository: Repository | undefined,
  rules: MarkerRules & Surroundings,
  ports: ResolvePorts,
): Promise<ProjectIdentity | undefined> {
  if (repository && !isUnrelated(repository)) return identifyRepository(repository, rules, ports)
  if (!isProjectFolder(place.path, rules)) return undefined
  const { root, marker } = await findFolderMarker(place, rules, ports)
  return { ...(await ofMarker(marker, root, ports)), root }
}

/** A repository in the home folder is for dotfiles; folders inside it do not belong to it. */
async function projectRepository(
  path: string,
  surroundings: Surroundings,
  ports: ResolvePorts,
): Promise<Repository | undefined> {
  const repository = await ports.repositories.read(path)
  return repository && isProjectFolder(repository.root, surroundings) ? repository : undefined
}

/** If a folder points at a repository elsewhere, only that repository's remote is used, as a claim. */
const isUnrelated = ({ isBorrowed, remote }: Repository) => isBorrowed && remote === undefined

async function identifyRepository(
  repository: Repository,
  rules: MarkerRules,
  ports: ResolvePorts,
): Promise<ProjectIdentity> {
  const { remote, root, mainRoot, isBorrowed } = repository
  const marker = isBorrowed ? {} : await findRepositoryMarker(repository, rules, ports)
  const local = { ...(await ofMarker(marker, mainRoot, ports)), ...historyOf(repository) }
  if (remote === undefined) return { ...local, root, ...headOf(repository) }
  const [, remotePath] = /^file:(.*)$/s.exec(remote) ?? []
  const identity = remotePath === undefined ? remote : pathIdentity(remotePath, ports)
  const aliases = [local.identity, ...local.aliases].filter((alias) => alias !== identity)
  const name = nameOf(remote)
  return { ...local, identity, kind: 'remote', name, root, ...headOf(repository), aliases }
}

/** By marker, or by path without one. */
async function ofMarker(
  { id, notice }: ResolvedMarker,
  folder: string,
  ports: ResolvePorts,
): Promise<Omit<ProjectIdentity, 'root'>> {
  const path = pathIdentity(folder, ports)
  const rest = { name: nameOf(folder), overridden: [], notices: notice ? [notice] : [] }
  if (id === undefined) return { identity: path, kind: 'path', aliases: [], ...rest }
  const own = await ports.markers.fingerprint(folder)
  return {
    ...{ identity: `marker:${id}`, kind: 'marker', aliases: [path], ...rest },
    ...(own !== undefined && { fingerprint: `folder:${ports.hash(own).slice(0, 16)}` }),
  }
}

function pathIdentity(path: string, { hash }: ResolvePorts): string {
  return `path:${hash(comparablePath(path)).slice(0, 16)}`
}

const nameOf = (place: string) => shorten(safeText(folderName(place).replace(/\.git$/, '')), 80)

function headOf(repository: Repository | undefined): { branch?: string; commit?: string } {
  return {
    ...(repository?.branch !== undefined && { branch: repository.branch }),
    ...(repository?.commit !== undefined && { commit: repository.commit }),
  }
}

function historyOf(repository: Repository): { history?: FolderHistory } {
  const { isBorrowed, isShallow = false, commonDir, commit } = repository
  if (isBorrowed) return {}
  return { history: { commonDir, isShallow, ...(commit !== undefined && { head: commit }) } }
}

async function realSurroundings(
  { userHome, tempFolders }: Surroundings,
  { realPath }: ResolvePorts,
): Promise<Surroundings> {
  const home = await realPath(userHome)
  const temporary = await Promise.all(tempFolders.map(realPath))
  return { userHome: home.path, tempFolders: temporary.map(({ path }) => path) }
}
