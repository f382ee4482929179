/** Every operation of the contract on a store in memory. */

import { join } from 'node:path'
import { createDataFiles } from '../../../src/adapters/data-files/data-files.ts'
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { createCommitReader } from '../../../src/adapters/git/commit-reader.ts'
import { findHostProtocol } from '../../../src/adapters/hosts/hosts.ts'
import { removePrivateSpans } from '../../../src/adapters/redaction/marker.ts'
import {
  openRepositoryWiki,
  openRepositoryWikiChoices,
  openRepositoryWikiStates,
} from '../../../src/adapters/wiki-folder/repository-wiki-folder.ts'
import {
  createMoveFolder,
  openWikiFolder,
  openWikiIntroductions,
} from '../../../src/adapters/wiki-folder/wiki-folder.ts'
import { openWikiStates } from '../../../src/adapters/wiki-folder/wiki-states.ts'
import { configSchema } from '../../../src/contract/config.ts'
import type { OperationHandlers } from '../../../src/contract/operations/index.ts'
import { drainSpool } from '../../../src/core/capture/drain.ts'
import { createOperations, type OperationPorts } from '../../../src/core/operations.ts'
import { noChanges } from '../../../src/core/ports/repository.ts'
import { createCompileWiki } from '../../../src/core/wiki/compile-wiki.ts'
import { homePaths } from '../../../src/home/paths.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'
import { connectionTo } from '../processes/host-integration.ts'
import type { Capture } from './capture.ts'
import { listeningRules } from './extraction.ts'
import { soundMachine } from './health.ts'

export function operationsOn(
  { store, spool, clock, parts }: Capture,
  changes: Partial<OperationPorts> = {},
): OperationHandlers {
  const config = configSchema.parse({})
  return createOperations({
    ...parts,
    ...store,
    spool,
    clock,
    indexing: store,
    config: () => config,
    utcOffsetMinutes: () => 0,
    projectOf: async () => ({ kind: 'none' }),
    lookUp: async () => ({ kind: 'enabled' }),
    findHost: findHostProtocol,
    guardHosts: () => [],
    publishGuards: async () => undefined,
    recentChanges: async () => noChanges,
    readBranchStates,
    runMemoryChecks,
    withoutPrivate: removePrivateSpans,
    findLastChanges: async () => undefined,
    repositories: { read: async () => undefined },
    commitReader: createCommitReader(),
    databaseBytes: () => 4_096,
    damagedDatabases: () => [],
    lostEvents: () => undefined,
    lostDatabase: async () => undefined,
    isWritable: () => true,
    subscribers: () => [],
    deleting: {
      store,
      spool,
      clock,
      utcOffsetMinutes: () => 0,
      settings: () => config.retention,
      usedBytes: () => 4_096,
      files: createDataFiles(homePaths(makeTemporaryFolder())),
      findHost: parts.findHost,
      drain: () => drainSpool(parts, AbortSignal.timeout(10_000)),
    },
    settings: { file: '', list: () => [], set: () => undefined, reset: () => undefined },
    connectedHosts: async () => ({
      userHome: '/home/dev',
      env: {},
      programFolders: [],
      hosts: [],
      hook: 'missing',
      connectedAt: undefined,
      files: { read: async () => undefined },
      connection: ({ name }) => connectionTo(name),
    }),
    health: soundMachine(),
    importControl: {
      find: async () => ({ found: [], memories: [] }),
      current: () => undefined,
      start: async () => undefined,
    },
    wiki: { ...temporaryWikis(() => config.wiki), compileWiki: createCompileWiki(store) },
    rebuild: async () => ({ memories: 0, sessions: 0, digests: 0 }),
    sendEvent: async () => ({ kind: 'accepted' }),
    extraction: {
      ...parts,
      ...store,
      clock,
      settings: () => config.learning,
      rules: listeningRules(),
      reader: async () => undefined,
      commitOf: async () => undefined,
    },
    ...changes,
  })
}

function temporaryWikis(
  settings: OperationPorts['wiki']['settings'],
): Omit<OperationPorts['wiki'], 'compileWiki'> {
  const root = makeTemporaryFolder()
  return {
    settings,
    states: openWikiStates(join(root, '.state')),
    introductions: openWikiIntroductions(join(root, '.state')),
    writers: async () => [],
    openFolder: (name) => openWikiFolder(join(root, name)),
    moveFolder: createMoveFolder(root),
    choices: openRepositoryWikiChoices(join(root, '.state')),
    repositoryStates: openRepositoryWikiStates(join(root, '.state')),
    openRepositoryWiki: (top) => openRepositoryWiki(top),
    findWorkTree: async () => undefined,
    alone: (work) => work(),
  }
}
