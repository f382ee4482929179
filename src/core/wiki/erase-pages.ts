/**
 * Removes pages, or statements from them, before the operation ends that erased their memories for
 * good or merged their project into another.
 */
import type { DeletionHandlers } from '../../contract/operations/deletion.ts'
import type { MemoryHandlers } from '../../contract/operations/memories.ts'
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import type { ScopePorts } from '../memory/scope.ts'
import type { WikiFolder } from '../ports/wiki.ts'
import { logPath } from './sync/read-pages.ts'
import { syncOneWiki, wikiParts } from './sync-one-wiki.ts'
import { listWikis, type Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

type MergeHandlers = Pick<ProjectHandlers, 'mergeProjects' | 'trustFolder' | 'unmergeProject'>
type ClosePorts = WikiPorts & Pick<ScopePorts, 'findProject' | 'projectOf'>

export function closingPages(handlers: MergeHandlers, ports: ClosePorts): MergeHandlers {
  const find = async (id: string) => (await listWikis(ports)).find((wiki) => wiki.id === id)

  async function around<T extends { readonly id: string }>(
    source: string | undefined,
    merge: () => Promise<T>,
  ): Promise<T> {
    const found = source === undefined ? undefined : await find(source)
    const isBuilt = found && (await ports.states.read(found.id)).state !== undefined
    if (!isBuilt) return merge()
    const wiki = { ...found, repository: undefined }
    // Edits become memories while they are still this project's.
    await syncOneWiki(wiki, ports)
    const merged = await merge()
    const into = await find(merged.id)
    if (into) await ports.alone(() => close(wiki, into, ports))
    return merged
  }

  return {
    ...handlers,
    mergeProjects: async (input) =>
      around((await ports.findProject(input.from)).id, () => handlers.mergeProjects(input)),
    async trustFolder(input) {
      const here = await ports.projectOf(input.folder, { register: true })
      const source = here.kind === 'project' && here.claims ? here.id : undefined
      return around(source, () => handlers.trustFolder(input))
    },
  }
}

/** The statements are on the other wiki's pages now; what people wrote moves there. */
async function close(wiki: Wiki, into: Wiki, ports: WikiPorts): Promise<void> {
  const { folder, hash } = wikiParts(wiki, ports)
  const { state } = await ports.states.read(wiki.id)
  const target = ports.openFolder(into.folderName)
  for (const { path } of await folder.list()) {
    const page = await folder.read(path)
    if (page.kind !== 'text') continue
    const built = state?.pages[path]
    const isOurs = path === logPath || (built?.hash === hash(page.text) && built.hasOwn === false)
    const isKept = isOurs || (await keep(path, page.text, target, wiki.folderName))
    if (isKept) await folder.remove(path, page.text)
  }
  for (const each of [target, folder]) await each.settle()
  await ports.states.remove(wiki.id)
  await ports.introductions.write(wiki.id, {})
  await folder.removeEmptyFolders()
}

/** @returns whether the other wiki took the page */
async function keep(
  path: string,
  text: string,
  target: WikiFolder,
  from: string,
): Promise<boolean> {
  for (const place of [path, path.replace(/\.md$/, `-${from}.md`)]) {
    if ((await target.write(place, text, undefined)) !== undefined) return true
  }
  return false
}

export function erasingPages(handlers: MemoryHandlers, ports: WikiPorts): MemoryHandlers {
  const erases = ({ now }: { readonly now: boolean }) => now
  return {
    ...handlers,
    forgetMemory: thenRefresh(handlers.forgetMemory, erases, ports),
    clearMemories: thenRefresh(handlers.clearMemories, erases, ports),
  }
}

export function erasingHistory(handlers: DeletionHandlers, ports: WikiPorts): DeletionHandlers {
  const erases = ({ dryRun }: { readonly dryRun: boolean }) => !dryRun
  return {
    ...handlers,
    deleteHistory: thenRefresh(handlers.deleteHistory, erases, ports),
    prune: thenRefresh(handlers.prune, erases, ports),
  }
}

function thenRefresh<Input, Output>(
  operation: (input: Input) => Promise<Output>,
  erases: (input: Input) => boolean,
  ports: WikiPorts,
) {
  return async (input: Input): Promise<Output> => {
    const result = await operation(input)
    if (erases(input)) await refreshWikis(ports)
    return result
  }
}

/** Rewrites all pages after something was erased for good, also while the wiki is switched off. */
export async function refreshWikis(ports: WikiPorts): Promise<void> {
  await ports.introductions.removeMovedAside()
  for (const wiki of await listWikis(ports)) {
    const { state } = await ports.states.read(wiki.id)
    if (!state) await ports.introductions.write(wiki.id, {})
    // Pages stay in the home when a wiki moves into its repository.
    if (state) await syncOneWiki({ ...wiki, repository: undefined }, ports, { erases: true })
    const isBuilt = wiki.repository && (await ports.repositoryStates.read(wiki.id))
    if (isBuilt) await syncOneWiki(wiki, ports)
  }
}
