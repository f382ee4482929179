/** A machine on which every health check passes. */
import { configSchema } from '../../../src/contract/config.ts'
import type { HealthPorts } from '../../../src/core/health/check-health.ts'
import type { StoreHealth } from '../../../src/core/health/check-store.ts'
import { connectionTo } from '../processes/host-integration.ts'

export function soundStore(changes: Partial<StoreHealth> = {}): StoreHealth {
  return {
    database: {
      file: '/home/dev/.throughline/throughline.db',
      backups: '/home/dev/.throughline/backups',
      movedAside: undefined,
      checkIntegrity: () => [],
      listDamaged: () => [],
      newestBackup: () => undefined,
    },
    search: {
      check: async () => [],
      counts: async () => ({ memory: 1, turn: 2, 'tool-event': 3, session: 4 }),
    },
    countUnindexed: async () => 0,
    vectors: async () => undefined,
    spool: {
      depth: async () => ({ pending: 0, oldest: undefined, rejected: 0 }),
      rejected: async () => [],
    },
    inHand: { read: () => ({ names: [], deaths: new Map(), delayed: new Map(), ageMs: 0 }) },
    clock: { now: () => new Date('2026-08-01T12:00:00Z') },
    memories: { list: async () => ({ memories: [], total: 0 }), findMany: async () => [] },
    promotions: { list: async () => [] },
    guards: { list: async () => [] },
    rejectedFolder: '/home/dev/.throughline/spool/rejected',
    jobs: { list: async () => [] },
    lostDatabase: async () => undefined,
    restored: () => [],
    retention: async () => ({ paused: undefined, leaving: 0 }),
    readers: async () => undefined,
    ...changes,
  }
}

export function soundMachine(changes: Partial<HealthPorts> = {}): HealthPorts {
  return {
    version: '1.2.3',
    runtime: 'Node 24.0.0',
    openHome: () => '/home/dev/.throughline',
    readConfig: () => configSchema.parse({}),
    unknownSettings: () => [],
    repositoryWikis: async () => [],
    damagedWikiStates: async () => [],
    switchOnHint: 'throughline config set enabled true',
    findDaemon: async () => ({ kind: 'stopped' }),
    lostEvents: () => undefined,
    openStore: async () => soundStore(),
    timeout: () => new AbortController().signal,
    programInUse: () => undefined,
    hookFile: '/home/dev/.throughline/bin/throughline-hook',
    connectedHosts: async () => ({
      userHome: '/home/dev',
      env: {},
      programFolders: [],
      hosts: [],
      hook: 'current',
      connectedAt: undefined,
      files: { read: async () => undefined },
      connection: ({ name }) => connectionTo(name),
    }),
    getHosts: async () => ({ hook: 'current', hosts: [] }),
    tryMcp: async () => ({ works: true, version: '1.2.3' }),
    ...changes,
  }
}
