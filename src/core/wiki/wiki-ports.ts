/** What wikis need from outside, and what one of them is built with. */

import { hashContent } from '../memory/new-memory.ts'
import type { WritePorts } from '../memory/write-memory.ts'
import type { Store } from '../ports/store.ts'
import type { WikiFolder } from '../ports/wiki-folder.ts'
import type { WikiStates } from '../ports/wiki-states.ts'
import type { ReviewItem } from '../review/review-item.ts'
import type { CompileWiki } from './compile-wiki.ts'
import type { QueryPorts } from './query/query-wiki.ts'
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
  readonly openFolder: (name: string) => WikiFolder
  /** Runs alone, across processes. @throws ThroughlineError `conflict` if another takes too long */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly settings: () => WikiSettings
  readonly compileWiki: CompileWiki
}

export interface WikiOperationPorts extends WikiPorts, WhichWikiPorts, QueryPorts {
  /** The review queue of a project, or of everything. */
  readonly readReview: (projectId: string | undefined) => Promise<readonly ReviewItem[]>
}

export interface WikiSettings {
  readonly enabled: boolean
  readonly timeZone: string
  readonly minimumSeconds: number
}

export function wikiParts(wiki: Wiki, ports: WikiPorts): WikiSyncParts {
  return {
    ...{ wiki: wiki.id, folderName: wiki.folderName, address: wiki.address },
    ...{ states: ports.states, store: ports, clock: ports.clock, keepsLog: true },
    folder: ports.openFolder(wiki.folderName),
    edits: createUserEdits(wiki.address, ports),
    compile: ports.compileWiki(wiki, ports.settings().timeZone),
    hash: (text) => ports.hash(text).slice(0, 32),
    hashText: (text) => hashContent(text, ports.hash),
  }
}

export function syncOneWiki(
  wiki: Wiki,
  ports: WikiPorts,
  options: WikiSyncOptions = {},
): Promise<WikiSyncResult> {
  return ports.alone(() => syncWiki(wikiParts(wiki, ports), options))
}
