/** Every operation of the contract on a store in memory. */
import { findHostProtocol } from '../../../src/adapters/hosts/hosts.ts'
import { removePrivateSpans } from '../../../src/adapters/redaction/private-spans.ts'
import { configSchema } from '../../../src/contract/config.ts'
import type { OperationHandlers } from '../../../src/contract/operations/index.ts'
import { createOperations, type OperationPorts } from '../../../src/core/operations.ts'
import { noChanges } from '../../../src/core/ports/repository.ts'
import { connectionTo } from '../processes/host-integration.ts'
import type { Capture } from './capture.ts'
import { listeningJudge } from './extraction.ts'
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
    changedFiles: { read: async () => noChanges },
    withoutPrivate: removePrivateSpans,
    fileChanges: { since: async () => [] },
    databaseBytes: () => 4_096,
    damagedDatabases: () => [],
    subscribers: () => [],
    settings: { file: '', list: () => [], set: () => undefined, reset: () => undefined },
    connectedHosts: async () => ({
      userHome: '/home/dev',
      env: {},
      programFolders: [],
      hosts: [],
      hook: 'missing',
      files: { read: async () => undefined },
      connection: ({ name }) => connectionTo(name),
    }),
    health: soundMachine(),
    rebuild: async () => ({ memories: 0, sessions: 0, digests: 0 }),
    channel: { send: async () => ({ kind: 'accepted' }) },
    look: {
      ...parts,
      ...store,
      clock,
      settings: () => config.extraction,
      judges: async () => [listeningJudge()],
      commitOf: async () => undefined,
    },
    ...changes,
  })
}
