/** Wikis on this machine: their folders below the home, one build at a time. */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { sha256 } from '../../adapters/ids.ts'
import { tryLock } from '../../adapters/sqlite/connection/process-lock.ts'
import { watchPages } from '../../adapters/wiki-folder/pages.ts'
import {
  openRepositoryWiki,
  openRepositoryWikiChoices,
  openRepositoryWikiStates,
} from '../../adapters/wiki-folder/repository-wiki-folder.ts'
import {
  createMoveFolder,
  openWikiFolder,
  openWikiIntroductions,
} from '../../adapters/wiki-folder/wiki-folder.ts'
import { openWikiStates } from '../../adapters/wiki-folder/wiki-states.ts'
import type { Config } from '../../contract/config.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import type { ReaderName } from '../../contract/learning-text.ts'
import type { LanguageModel } from '../../core/ports/models.ts'
import type { Runtime } from '../../core/ports/runtime.ts'
import type { Store } from '../../core/ports/store.ts'
import { createCompileWiki } from '../../core/wiki/compile-wiki.ts'
import { createWikiKeeper, type WikiKeeper } from '../../core/wiki/keep-wikis.ts'
import type { WikiFilePorts } from '../../core/wiki/wiki-ports.ts'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder } from '../../home/write-files.ts'
import type { ModelParts } from '../budgeted-model.ts'
import { systemClock } from '../surroundings.ts'

export interface Wikis extends WikiKeeper {
  readonly files: WikiFilePorts
  /** Calls back with the folder whose pages somebody, or a build, changed. */
  watch(onChange: (folder: string) => void): { close(): void }
}

interface WikisParts extends Pick<Runtime, 'redactor' | 'log'> {
  readonly paths: HomePaths
  readonly config: () => Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly store: Store
}

export function createWikis(parts: WikisParts): Wikis {
  const { paths, store, redactor, log } = parts
  const files = createWikiFiles(parts)
  const { changes, history, jobs, memories, projects, transaction, ids } = store
  const keeper = createWikiKeeper({
    ...{ ...files, changes, history, jobs, memories, projects, transaction, ids },
    ...{ redactor, log, hash: sha256, clock: systemClock },
  })
  return {
    ...keeper,
    files,
    watch(onChange) {
      makeFolder(paths.wiki)
      return watchPages(paths.wiki, onChange)
    },
  }
}

/** The first build of ten thousand memories takes a few seconds. */
const patienceMs = 20_000
const pauseMs = 25

function createWikiFiles(parts: WikisParts): WikiFilePorts {
  const { paths, config, store } = parts
  return {
    compileWiki: createCompileWiki(store),
    states: openWikiStates(paths.wikiStates),
    introductions: openWikiIntroductions(paths.wikiStates),
    writers: createWriters({ ...parts, ledger: store.ledger }),
    choices: openRepositoryWikiChoices(paths.wikiStates),
    repositoryStates: openRepositoryWikiStates(paths.wikiStates),
    openRepositoryWiki: (root) => openRepositoryWiki(root),
    findWorkTree: async (folder) => (await createRepositoryReader().read(folder))?.root,
    openFolder: (name) => openWikiFolder(join(paths.wiki, name)),
    moveFolder: createMoveFolder(paths.wiki),
    settings: () => config().wiki,
    async alone(work) {
      const lock = await waitForLock(paths.wikiLock)
      try {
        return await work()
      } finally {
        lock.release()
      }
    },
  }
}

async function waitForLock(file: string) {
  for (const end = performance.now() + patienceMs; ; await delay(pauseMs)) {
    const lock = tryLock(file)
    if (lock) return lock
    if (performance.now() < end) continue
    throw new ThroughlineError('conflict', 'the wiki is being built by another process', {
      hint: 'try again in a moment',
    })
  }
}

/**
 * The model that may write in the wiki. Its code is loaded only when it is switched on, and it is
 * kept until the settings change.
 */
function createWriters(parts: ModelParts): () => Promise<readonly LanguageModel[]> {
  let inUse: { readonly settings: string; readonly models: Promise<readonly LanguageModel[]> }
  return async () => {
    const { wiki, learning, models } = parts.config()
    const writer = wiki.writer === 'reader' ? learning.reader : wiki.writer
    if (writer === 'off') return []
    const settings = JSON.stringify([writer, models])
    if (inUse?.settings !== settings) inUse = { settings, models: open(writer, parts) }
    return inUse.models
  }
}

async function open(writer: ReaderName, parts: ModelParts): Promise<readonly LanguageModel[]> {
  const { openBudgetedModel, today } = await import('../budgeted-model.ts')
  const { limitPurposes } = await import('../../core/ledger/purpose-limit.ts')
  const limit = {
    ledger: parts.ledger,
    purposes: ['introduce', 'answer'] as const,
    mostTokens: () => parts.config().budget.wikiTokens,
    setting: 'budget.wikiTokens',
    day: today,
  }
  return [limitPurposes(await openBudgetedModel(writer, parts), limit)]
}
