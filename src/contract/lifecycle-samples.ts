/** A sample event of each type, for `throughline subscribers test` and the documentation. */
import type { EventMemory, LifecycleData, LifecycleEvent } from './lifecycle.ts'
import { type LifecycleType, lifecycleVersion } from './vocabulary.ts'

const envelope = {
  version: lifecycleVersion,
  at: '2026-01-02T03:04:05.000Z',
  host: 'claude-code',
  session: {
    id: '019b7cb5-0000-7000-8000-000000000001',
    hostSessionId: '95139d6a-1c9d-40e3-ae74-894148447d30',
    cwd: '/home/dev/widgets',
  },
  project: {
    id: '019b7cb5-0000-7000-8000-000000000002',
    name: 'widgets',
    identity: 'github.com/acme/widgets',
  },
} as const

const memory: EventMemory = {
  id: '019b7cb5-0000-7000-8000-000000000003',
  scope: 'project',
  scopeId: envelope.project.id,
  kind: 'decision',
  content: 'Packages are installed with pnpm, never npm.',
  tags: ['tooling'],
  keywords: ['pnpm'],
  importance: 0.7,
  source: 'manual',
  trust: 'user',
  standing: 'memory',
  confirmation: 'stored',
  confirmedAt: '2026-01-02T03:04:05.000Z',
  pinned: false,
  validFrom: envelope.at,
  files: ['package.json'],
  version: 1,
  createdAt: envelope.at,
  updatedAt: envelope.at,
}

const next = '019b7cb5-0000-7000-8000-000000000004'

/** In the order in which a session would send them. */
const samples: LifecycleData = {
  'session-started': {
    source: 'startup',
    loaded: {
      memories: 2,
      tokens: 180,
      ids: [memory.id, next],
      byScope: { global: 1, project: 1, session: 0, agent: 0 },
    },
  },
  'instructions-loaded': {
    loaded: '/home/dev/widgets/docs/style.md',
    files: [
      {
        path: '/home/dev/widgets/CLAUDE.md',
        kind: 'Project',
        reason: 'session_start',
        hash: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        bytes: 5,
      },
      {
        path: '/home/dev/widgets/docs/style.md',
        kind: 'Project',
        reason: 'include',
        parent: '/home/dev/widgets/CLAUDE.md',
        hash: '486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7',
        bytes: 5,
      },
    ],
    text: 'Hello\n\nWorld\n\nPackages are installed with pnpm, never npm.',
    parts: [
      { level: 'Project', path: '/home/dev/widgets/CLAUDE.md', start: 0, end: 5 },
      { level: 'Project', path: '/home/dev/widgets/docs/style.md', start: 7, end: 12 },
      { level: 'project', memoryId: memory.id, start: 14, end: 58 },
    ],
  },
  'turn-ended': {
    turnId: '019b7cb5-0000-7000-8000-000000000005',
    turn: 1,
    outcome: 'ok',
    digest: 'Asked: Which package manager?\nResult: pnpm, because of the lockfile.',
  },
  'memory-stored': { change: 'created', memoryId: memory.id, memoryVersion: 1, memory },
  'pre-compact': {
    trigger: 'auto',
    turns: 24,
    tokens: { inContext: 182_000, window: 200_000, given: 430, budget: 600 },
  },
  'post-compact': {
    trigger: 'auto',
    turns: { from: 1, through: 24, count: 24 },
    summary: { characters: 4_210, excerpt: '1. Primary request: list the files. 2. Decision: …' },
    memories: { count: 1, ids: [memory.id] },
  },
  'memory-superseded': {
    memoryId: memory.id,
    memoryVersion: 2,
    memory: { ...memory, version: 2, validTo: envelope.at, supersededBy: next },
    supersededBy: next,
  },
}

export function sampleEvent(type: LifecycleType): LifecycleEvent {
  const sequence = Object.keys(samples).indexOf(type) + 1
  const event = { ...envelope, id: `sample-${type}`, type, sequence, data: samples[type] }
  return event as LifecycleEvent
}
