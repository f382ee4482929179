/** What wikis need from outside, and what one of them is built with. */

import { hashContent } from '../memory/new-memory.ts'
import type { WritePorts } from '../memory/write-memory.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type {
  RepositoryWikiChoices,
  RepositoryWikiFolder,
  RepositoryWikiStates,
} from '../ports/repository-wiki.ts'
import type { Store } from '../ports/store.ts'
import type { WikiFolder } from '../ports/wiki-folder.ts'
import type { WikiIntroductions } from '../ports/wiki-introductions.ts'
import type { WikiStates } from '../ports/wiki-states.ts'
import type { ReviewItem } from '../review/review-item.ts'
import type { CompileWiki } from './compile-wiki.ts'
import type { QueryPorts } from './query/query-wiki.ts'
import { type RepositoryWikiParts, syncRepositoryWiki } from './repository/sync-repository-wiki.ts'
import { createUserEdits } from './sync/edit-writer.ts'
import {
  syncWiki,
  type WikiSyncOptions,
  type WikiSyncParts,
  type WikiSyncResult,
} from './sync/sync-wiki.ts'
import type { WhichWikiPorts, Wiki } from './which-wiki.ts'

export interface WikiPorts extends Omit<WritePorts, 'memories' | 'guard'> {
  readonly memories: Store['memories']
  readonly changes: Store['changes']
  readonly states: WikiStates
  readonly introductions: WikiIntroductions
  /** The models that may write, in the order of asking; none unless they are switched on. */
  readonly writers: () => Promise<readonly LanguageModel[]>
  readonly openFolder: (name: string) => WikiFolder
  readonly choices: RepositoryWikiChoices
  readonly repositoryStates: RepositoryWikiStates
  /** @param root the top of a work tree */
  readonly openRepositoryWiki: (root: string) => RepositoryWikiFolder
  /** The top of the work tree that a folder is in, if it is in a repository. */
  readonly findWorkTree: (folder: string) => Promise<string | undefined>
  /** Runs alone, across processes. @throws ThroughlineError `conflict` if another takes too long */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly settings: () => WikiSettings
  readonly compileWiki: CompileWiki
}

/** The part that is files and settings. */
export type WikiFilePorts = Omit<
  WikiPorts,
  keyof Omit<WritePorts, 'memories' | 'guard'> | 'memories' | 'changes'
>

export interface WikiOperationPorts extends WikiPorts, WhichWikiPorts, QueryPorts {
  /** The review queue of a project, or of everything. */
  readonly readReview: (projectId: string | undefined) => Promise<readonly ReviewItem[]>
}

export interface WikiSettings {
  readonly enabled: boolean
  readonly timeZone: string
  readonly minimumSeconds: number
  /** Whether a model may write introductions and answers. */
  readonly modelWrites: boolean
  /** Between two introductions of one page. */
  readonly introductionMinutes: number
}

export function wikiParts(wiki: Wiki, ports: WikiPorts): WikiSyncParts {
  const { id, folderName, address } = wiki
  const { timeZone, modelWrites } = ports.settings()
  return {
    // Pages in a repository have a state of another kind.
    wiki: wiki.repository === undefined ? id : `${id}-in-repository`,
    ...{ folderName, address, store: ports, clock: ports.clock, keepsLog: true },
    ...{ states: ports.states, folder: folderOf(wiki, ports) },
    edits: createUserEdits(address, ports),
    compile: ports.compileWiki(wiki, timeZone),
    introductions: { store: ports.introductions, isShown: modelWrites },
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

/** For a caller that runs alone. */
export async function syncNow(
  wiki: Wiki,
  ports: WikiPorts,
  options: WikiSyncOptions = {},
): Promise<WikiSyncResult> {
  if (wiki.repository === undefined) return syncWiki(wikiParts(wiki, ports), options)
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
