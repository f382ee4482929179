/** Moves a project's wiki into its repository, or back. The choice is kept in the home alone. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { describeWiki } from './describe-wiki.ts'
import { syncOneWiki } from './sync-one-wiki.ts'
import { findWiki, type Wiki } from './which-wiki.ts'
import type { WikiOperationPorts } from './wiki-ports.ts'

export async function placeWiki(
  { place, project, folder }: InputOf<'placeWiki'>,
  ports: WikiOperationPorts,
): Promise<OutputOf<'placeWiki'>> {
  if (project === undefined) await ports.projectOf(folder, { register: true })
  const wiki = await findWiki({ project, folder, global: false }, ports)
  const former = describeWiki(wiki, ports).location
  const repository = place === 'home' ? undefined : await findRoot(wiki, project, folder, ports)
  const { isIgnored } = repository ? await prepare(wiki, repository, ports) : { isIgnored: false }
  await ports.choices.choose(wiki.id, repository)
  return { ...describeWiki({ ...wiki, repository }, ports), former, isIgnored }
}

/** Edits in the home become memories first. */
async function prepare(wiki: Wiki, repository: string, ports: WikiOperationPorts) {
  const folder = ports.openRepositoryWiki(repository)
  const fault = await folder.fault()
  if (fault !== undefined) {
    throw new ThroughlineError('conflict', `${folder.location} ${fault}`, {
      hint: 'the wiki stays in the home; replace it with a plain folder',
    })
  }
  if (wiki.repository !== repository) {
    if (wiki.repository === undefined) await syncOneWiki(wiki, ports)
    await ports.repositoryStates.remove(wiki.id)
  }
  return { isIgnored: await folder.isIgnored() }
}

async function findRoot(
  { id }: Wiki,
  project: string | undefined,
  folder: string | undefined,
  ports: WikiOperationPorts,
): Promise<string> {
  const known = (await ports.projects.list()).find((each) => each.id === id)?.root
  const from = project === undefined ? folder : known
  const root = from === undefined ? undefined : await ports.findWorkTree(from)
  if (root !== undefined) return root
  throw new ThroughlineError('invalid-input', 'the project is in no repository', {
    hint: 'run it in a clone; without git, the wiki stays in the home',
  })
}
