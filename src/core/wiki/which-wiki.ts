/** Which wikis there are: one for each project, and one for the global memories. */
import { ThroughlineError } from '../../contract/errors.ts'
import { missingFolder, type ScopePorts, switchedOffHere } from '../memory/scope.ts'
import { type ScopeAddress, shortId } from '../model/memory.ts'
import type { Project, ProjectStore } from '../ports/projects.ts'
import type { RepositoryWikiChoices } from '../ports/wiki.ts'
import { pageSlug } from './format/links.ts'

export interface Wiki {
  /** A project's id, or `global`. */
  readonly id: string
  readonly name: string
  readonly address: ScopeAddress
  /** The name of its folder, as long as it is not in the repository. */
  readonly folderName: string
  /** The top of the work tree that has its pages, if the user chose that. */
  readonly repository?: string | undefined
}

export interface WhichWiki {
  readonly project?: string | undefined
  readonly folder?: string | undefined
  readonly global: boolean
}

export interface WhichWikiPorts extends Pick<ScopePorts, 'findProject' | 'projectOf'> {
  readonly projects: ProjectStore
  readonly choices: RepositoryWikiChoices
}

export const globalWiki: Wiki = {
  id: 'global',
  name: 'Global',
  address: { scope: 'global', scopeId: '' },
  folderName: 'global',
}

/** @throws ThroughlineError if no project is named and the folder belongs to none */
export async function findWiki(which: WhichWiki, ports: WhichWikiPorts): Promise<Wiki> {
  if (which.global) return globalWiki
  const { id } =
    which.project === undefined
      ? await projectHere(which, ports)
      : await ports.findProject(which.project)
  const wiki = (await listWikis(ports)).find((each) => each.id === id)
  if (wiki) return wiki
  throw new ThroughlineError('not-found', `there is no project "${id}"`, {
    hint: 'throughline projects lists them',
  })
}

async function projectHere(
  { folder }: WhichWiki,
  { projectOf }: WhichWikiPorts,
): Promise<{ readonly id: string }> {
  const here = await projectOf(folder, { register: false })
  if (here.kind === 'project') return here
  if (here.kind === 'missing') throw missingFolder({ folder })
  if (here.kind === 'disabled') throw switchedOffHere('it has no wiki')
  const where = folder === undefined ? 'no folder was given' : `${folder} belongs to no project`
  throw new ThroughlineError('invalid-input', `say which wiki; ${where}`, {
    hint: 'name the project with --project, or use --global',
  })
}

/** Also of projects without memories. */
export async function listWikis({
  projects,
  choices,
}: Pick<WhichWikiPorts, 'projects' | 'choices'>): Promise<Wiki[]> {
  const all = (await projects.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const chosen = await choices.list()
  const taken = new Set([globalWiki.folderName])
  return [globalWiki, ...all.map((project) => toWiki(project, taken, chosen[project.id]))]
}

/** If two projects have the same name, the older one gets the plain folder name. */
function toWiki({ id, name }: Project, taken: Set<string>, repository: string | undefined): Wiki {
  const slug = pageSlug(name)
  const folderName = taken.has(slug) ? `${slug}-${shortId(id)}` : slug
  taken.add(folderName)
  return { id, name, address: { scope: 'project', scopeId: id }, folderName, repository }
}
