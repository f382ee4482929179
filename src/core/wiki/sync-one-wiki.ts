/** Builds a wiki where it is: in the home or in its repository. */
import { hashContent } from '../memory/new-memory.ts'
import type { WikiFolder } from '../ports/wiki.ts'
import { isRenamed, moveRenamedWikis } from './move-renamed-wikis.ts'
import { type RepositoryWikiParts, syncRepositoryWiki } from './repository/sync-repository-wiki.ts'
import { createUserEdits } from './sync/edit-writer.ts'
import {
  syncWiki,
  type WikiSyncOptions,
  type WikiSyncParts,
  type WikiSyncResult,
} from './sync/sync-wiki.ts'
import type { Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

export function wikiParts(wiki: Wiki, ports: WikiPorts): WikiSyncParts {
  const { id, folderName, address } = wiki
  const { timeZone, writer } = ports.settings()
  return {
    // Pages in a repository have another kind of state.
    wiki: wiki.repository === undefined ? id : `${id}-in-repository`,
    ...{ folderName, address, store: ports, clock: ports.clock },
    ...{ states: ports.states, folder: folderOf(wiki, ports) },
    edits: createUserEdits(address, ports),
    compile: ports.compileWiki(wiki, timeZone),
    introductions: { store: ports.introductions, isShown: writer !== 'off' },
    hash: (text) => ports.hash(text).slice(0, 32),
    hashText: (text) => hashContent(text, ports.hash),
  }
}

export function folderOf(
  { folderName, repository }: Wiki,
  { openFolder, openRepositoryWiki }: Pick<WikiPorts, 'openFolder' | 'openRepositoryWiki'>,
): WikiFolder {
  return repository === undefined ? openFolder(folderName) : openRepositoryWiki(repository)
}

export function repositoryParts(
  { id, name, address }: Wiki,
  repository: string,
  ports: WikiPorts,
): RepositoryWikiParts {
  const { clock, redactor, hash, repositoryStates, openRepositoryWiki } = ports
  return {
    ...{ wiki: id, name, address, clock, redactor, sha256: hash, store: ports, writing: ports },
    states: repositoryStates,
    folder: openRepositoryWiki(repository),
    hashText: (text) => hashContent(text, hash),
  }
}

/** Only inside `alone`. */
export async function syncNow(
  wiki: Wiki,
  ports: WikiPorts,
  options: WikiSyncOptions = {},
): Promise<WikiSyncResult> {
  if (wiki.repository === undefined) {
    const { state } = await ports.states.read(wiki.id)
    if (state && isRenamed(wiki, state)) await moveRenamedWikis(ports)
    return syncWiki(wikiParts(wiki, ports), options)
  }
  const result = await syncRepositoryWiki(repositoryParts(wiki, wiki.repository, ports), options)
  const { location: folder, cursor, builtAt, held } = result.state
  return { ...result, removed: [], state: { folder, cursor, builtAt, held, pages: {} } }
}

export function syncOneWiki(
  wiki: Wiki,
  ports: WikiPorts,
  options: WikiSyncOptions = {},
): Promise<WikiSyncResult> {
  return ports.alone(() => syncNow(wiki, ports, options))
}
