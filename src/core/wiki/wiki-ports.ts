/** What wikis need from outside. */

import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { WritePorts } from '../memory/write-memory.ts'
import type { LanguageModel } from '../ports/models.ts'
import type { Store } from '../ports/store.ts'
import type {
  RepositoryWikiChoices,
  RepositoryWikiFolder,
  RepositoryWikiStates,
  WikiFolder,
  WikiIntroductions,
  WikiStates,
} from '../ports/wiki.ts'
import type { ReviewItem } from '../review/review-item.ts'
import type { CompileWiki } from './compile-wiki.ts'
import type { WhichWikiPorts } from './which-wiki.ts'

export interface WikiPorts
  extends Omit<WritePorts, 'memories' | 'guard'>,
    Pick<Store, 'memories' | 'changes' | 'projects'> {
  readonly states: WikiStates
  readonly introductions: WikiIntroductions
  /** The models that may write, in the order of asking; none unless they are switched on. */
  readonly writers: () => Promise<readonly LanguageModel[]>
  readonly openFolder: (name: string) => WikiFolder
  readonly moveFolder: MoveFolder
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

/**
 * Renames a wiki's folder, if there is one. A folder that already has the name is renamed out of the
 * way; with `unlessThere` nothing is done instead.
 */
export type MoveFolder = (
  from: string,
  to: string,
  options?: { readonly unlessThere?: boolean },
) => Promise<void>

/** The ports that are files and settings. */
export type WikiFilePorts = Omit<
  WikiPorts,
  keyof Omit<WritePorts, 'memories' | 'guard'> | 'memories' | 'changes' | 'projects'
>

export interface WikiOperationPorts extends WikiPorts, WhichWikiPorts {
  readonly recall: OperationHandlers['recall']
  readonly readReview: (projectId: string | undefined) => Promise<readonly ReviewItem[]>
}

interface WikiSettings {
  readonly enabled: boolean
  readonly timeZone: string
  /** The model that may write introductions and answers, or `off`. */
  readonly writer: string
}
