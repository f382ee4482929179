/**
 * A remote, a marker and THROUGHLINE_PROJECT are only claims: anyone can write one into a folder, the
 * last into a `.env`. The folder joins that project if the two share history, if it is the folder that
 * had the marker, or if the user says so. Until then it has its own project.
 */
import type { Project, ProjectStore } from '../ports/projects.ts'
import { quoteName } from '../text/safe-text.ts'
import type { FolderHistory, ProjectIdentity, ResolvePorts } from './resolve.ts'

export interface ClaimPorts extends Pick<ResolvePorts, 'repositories' | 'commits'> {
  readonly projects: Pick<ProjectStore, 'findByIdentity' | 'commitsOf'>
}

/** @returns with `claims`, the project that the folder claims to be without proof */
export async function settleClaim(
  given: ProjectIdentity,
  ports: ClaimPorts,
): Promise<{ readonly identity: ProjectIdentity; readonly claims?: Project }> {
  const found = { ...given, aliases: await ownAliases(given, ports) }
  const isClaim = found.kind === 'remote' || found.kind === 'marker' || found.isClaimedName
  if (!isClaim) return { identity: found }
  const claimed = await ports.projects.findByIdentity(found.identity)
  // An unknown project can be claimed freely: it has no memories to gain.
  if (!claimed || (await isProven(found, claimed, ports))) return { identity: found }
  const own = await ownIdentity(found, claimed, ports)
  const joined = await ports.projects.findByIdentity(own.identity)
  // The user confirmed it: the folder's own project was merged into the claimed one.
  return joined?.id === claimed.id ? { identity: own } : { identity: own, claims: claimed }
}

/** The project that an unverified folder claims to be, from the identity it got here. */
export async function findClaimed(
  identity: string,
  { projects }: { readonly projects: Pick<ProjectStore, 'findByIdentity'> },
): Promise<Project | undefined> {
  const [claimed] = /^(?:override:.+(?=#[0-9a-f]{16}$)|(?!override:).+(?=#))/.exec(identity) ?? []
  return claimed === undefined ? undefined : projects.findByIdentity(claimed)
}

/** Without another folder's marker, which would lead to that folder's project. */
async function ownAliases(found: ProjectIdentity, ports: ClaimPorts): Promise<string[]> {
  const own: string[] = []
  for (const alias of found.aliases) {
    const project = alias.startsWith('marker:') && (await ports.projects.findByIdentity(alias))
    if (!project || (await isProven(withoutMarkers(found), project, ports))) own.push(alias)
  }
  return own
}

const withoutMarkers = (found: ProjectIdentity) => ({
  ...found,
  aliases: found.aliases.filter((alias) => !alias.startsWith('marker:')),
})

async function isProven(
  { history, aliases, fingerprint, isClaimedName, root }: ProjectIdentity,
  claimed: Project,
  ports: ClaimPorts,
): Promise<boolean> {
  if (isClaimedName && claimed.root === root) return true
  if (fingerprint !== undefined && (await isKnownFolder([fingerprint], claimed, ports))) return true
  const known = await ports.projects.commitsOf(claimed.id)
  if (known.length === 0 || !history) return isKnownFolder(aliases, claimed, ports)
  if (await ports.commits.holdsAny(history.commonDir, known)) return true
  return history.isShallow && sharesTip(history, claimed, known, ports)
}

/** If history cannot decide: this very folder belonged to the project before. */
async function isKnownFolder(
  aliases: readonly string[],
  claimed: Project,
  { projects }: ClaimPorts,
): Promise<boolean> {
  for (const alias of aliases) {
    if ((await projects.findByIdentity(alias))?.id === claimed.id) return true
  }
  return false
}

/** A shallow clone has no old commits; the project's folder may know its newest. */
async function sharesTip(
  { commonDir, head }: FolderHistory,
  claimed: Project,
  known: readonly string[],
  { repositories, commits }: ClaimPorts,
): Promise<boolean> {
  if (head === undefined || claimed.root === undefined) return false
  const other = await repositories.read(claimed.root)
  if (!other || other.isBorrowed || other.commonDir === commonDir) return false
  const isOriginal = await commits.holdsAny(other.commonDir, known)
  const hasTip = isOriginal && (await commits.holdsAny(other.commonDir, [head]))
  return Boolean(hasTip && (await commits.holdsAny(commonDir, [head])))
}

/** Derived from the claim and the folder's location. */
async function ownIdentity(
  found: ProjectIdentity,
  claimed: Project,
  { projects }: ClaimPorts,
): Promise<ProjectIdentity> {
  const [, place = found.root] =
    /^path:(.*)$/.exec([...found.overridden, ...found.aliases].at(-1) ?? '') ?? []
  const owners = await Promise.all(found.aliases.map((alias) => projects.findByIdentity(alias)))
  return {
    ...found,
    identity: `${found.identity}#${place}`,
    name: `${found.name} (unverified)`,
    // An alias of this place may belong to the claimed project.
    aliases: found.aliases.filter((_, at) => owners[at]?.id !== claimed.id),
  }
}

type Claim = Pick<Project, 'identity'>

export const trustCommand = 'throughline projects trust'

/** For people. */
export function describeClaim(claim: Claim): string {
  return `this folder says it is ${saidOf(claim)}; it has a project of its own`
}

/** For agents, who should not decide about it. */
export function claimNotice(claim: Claim): string {
  return `This folder says it is ${saidOf(claim)}, so nothing is given from that project. Only the user can tell whether they are the same; \`${trustCommand}\` joins them.`
}

function saidOf({ identity }: Claim): string {
  const name = quoteName(identity)
  return identity.startsWith('marker:')
    ? `the folder of ${name}, but is at another place or a copy`
    : `${name}, but shares no history with it`
}
