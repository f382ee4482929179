/** Every memory tool in the fixtures, imported into an empty store. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type ImportPlace, openMemoryImport } from './support/core/memory-import.ts'

const fixtures = fileURLToPath(new URL('./fixtures/import/', import.meta.url))
const home = (name: string) => ({ userHome: join(fixtures, name, 'home') })
const file = (name: string) => ({ path: join(fixtures, name) })

const tools: readonly [string, string, ImportPlace, readonly string[]][] = [
  [
    'claude-mem',
    'its database',
    home('memory-tools/claude-mem'),
    [
      'candidate decision project: We use pnpm because the lockfile is pnpm-lock.yaml.\n- npm install is forbidden',
      'candidate fix project: Parser handles quoted commas: Splitting on commas broke quoted fields.\n- src/parser/index.js split on commas',
      'memory fact project: Test command: Run the tests with pnpm test.',
    ],
  ],
  [
    'claude-mem',
    'an export',
    file('by-schema/memory-tools/claude-mem/export.json'),
    ['candidate decision project: We use pnpm because the lockfile is pnpm-lock.yaml.'],
  ],
  [
    'agentmemory',
    'its fallback store, which drops the project',
    home('memory-tools/agentmemory'),
    [
      'candidate fix global: The parser splits on commas and fails on quoted fields.',
      'candidate preference global: The project uses pnpm, never npm.',
    ],
  ],
  [
    'agentmemory',
    'an export, without what was superseded',
    file('by-schema/memory-tools/agentmemory/export.json'),
    ['candidate preference project: The project uses pnpm, never npm.'],
  ],
  [
    'memorix',
    'its database, without facts made by machine',
    home('memory-tools/memorix'),
    [
      'candidate decision project: We use pnpm because the lockfile is pnpm-lock.yaml.\n- pnpm-lock.yaml is the lockfile\n- npm install is forbidden',
      'candidate workaround project: npm rewrites the lockfile: Running npm install created package-lock.json and broke CI.',
    ],
  ],
  [
    'server-memory',
    'its graph',
    file('memory-tools/server-memory/memory.jsonl'),
    [
      'candidate fact global: dev maintains project',
      'candidate fact global: project: CI runs on Node 22',
      'candidate fact global: project: Parser lives in src/parser',
      'candidate fact global: project: Uses pnpm, never npm',
    ],
  ],
  [
    'mem0',
    'its store in TypeScript',
    home('memory-tools/mem0-ts'),
    [
      'candidate fact global: The parser uses a state machine.',
      'candidate preference project: The project uses pnpm, never npm.',
    ],
  ],
  [
    'mem0',
    'its history in TypeScript, replayed',
    file('memory-tools/mem0-ts/memory.db'),
    [
      'candidate fact global: The parser uses a state machine.',
      'candidate fact global: The project uses pnpm, never npm.',
    ],
  ],
  [
    'mem0',
    'its history in Python, replayed',
    home('by-schema/memory-tools/mem0-python'),
    ['candidate fact global: The parser uses a state machine.'],
  ],
  [
    'mem0',
    'an export',
    file('by-schema/memory-tools/mem0-python/get_all.json'),
    ['candidate fact global: The parser uses a state machine.'],
  ],
  [
    'mempalace',
    'its graph, without chunks of transcripts',
    home('by-schema/memory-tools/mempalace'),
    ['candidate fact project: Project uses pnpm'],
  ],
  [
    'code-context-engine',
    'its database',
    home('by-schema/memory-tools/code-context-engine'),
    [
      'candidate decision project: Use pnpm. Why: The lockfile is pnpm-lock.yaml',
      'candidate fact project: src/parser/index.js: Splits a line into fields',
    ],
  ],
  [
    'engram',
    'its database, without what was deleted',
    home('by-schema/memory-tools/engram'),
    [
      'candidate decision project: Use pnpm: **What**: pnpm, never npm\n**Why**: the lockfile is pnpm-lock.yaml\n**Where**: package.json',
    ],
  ],
  [
    'engram',
    'an export',
    file('by-schema/memory-tools/engram/export.json'),
    ['candidate decision project: Use pnpm: pnpm, never npm'],
  ],
  [
    'letta',
    'an agent file',
    file('by-schema/memory-tools/letta/agent.af'),
    [
      'candidate fact global: The parser lives in src/parser.',
      'candidate fact global: Uses pnpm, never npm.',
      'candidate preference global: Prefers small commits.',
    ],
  ],
  [
    'graphiti',
    'edges, without expired ones',
    file('by-schema/memory-tools/graphiti/edges.json'),
    ['candidate fact project: The project uses pnpm.'],
  ],
  [
    'hindsight',
    'memory units',
    file('by-schema/memory-tools/hindsight/memory_units.json'),
    ['candidate fact project: The project uses pnpm because the lockfile is pnpm-lock.yaml.'],
  ],
  [
    'mif',
    'a file',
    file('by-schema/neutral/mif-v2.json'),
    ['candidate decision global: The project uses pnpm, never npm.'],
  ],
  [
    'jsonl',
    'a file',
    file('by-schema/neutral/facts.jsonl'),
    [
      'candidate decision project: The project uses pnpm, never npm.',
      'candidate workaround global: npm install rewrites the lockfile. (until 2026-12-01)',
    ],
  ],
  [
    'basic-memory',
    'its notes, without tasks',
    home('by-schema/memory-tools/basic-memory'),
    [
      'candidate decision global: The project uses pnpm, never npm (lockfile is pnpm-lock.yaml)',
      'candidate workaround global: npm install rewrites the lockfile',
    ],
  ],
  [
    'claude-memory-compiler',
    'its log and articles, without tasks',
    { folders: [join(fixtures, 'by-schema/memory-tools/claude-memory-compiler/project')] },
    [
      'candidate decision project: The project uses pnpm because the lockfile is pnpm-lock.yaml.',
      'candidate fix project: npm install rewrites the lockfile',
    ],
  ],
  [
    'cao',
    'its wiki, the last section of each page',
    home('by-schema/memory-tools/cao'),
    ['candidate correction global: Lead with the most severe finding.'],
  ],
  [
    'okf',
    'a bundle of CAO',
    file('by-schema/memory-tools/cao/okf-bundle'),
    ['candidate fact global: The project uses pnpm, never npm.'],
  ],
  [
    'okf',
    'a bundle, without what is deprecated',
    file('by-schema/neutral/okf'),
    [
      'memory decision global: The project uses pnpm, never npm.\nThe project uses pnpm because the lockfile is pnpm-lock.yaml. (until 2027-05-16)',
    ],
  ],
  [
    'claude-code-memory',
    'its files',
    { ...home('claude-code'), folders: ['/home/dev/project'] },
    [
      'candidate fact project: The project uses pnpm because the lockfile is pnpm-lock.yaml.\n\n**Why:** npm rewrote the lockfile once.\n**How to apply:** run pnpm install, never npm install.',
    ],
  ],
  [
    'rules',
    'of a project, each once',
    { folders: [join(fixtures, 'by-schema/neutral/rules')] },
    [
      'candidate fact project: The project uses pnpm.',
      'candidate preference project: Name tests as sentences. (for **/*.test.ts)',
      'candidate preference project: Node 22. (for src/**/*.ts)',
      'candidate preference project: Prefer named exports. (for src/**/*.ts,test/**/*.ts)',
      'candidate preference project: Small functions. (for src/**)',
      'candidate preference project: Validate every input. (for src/api/**/*.ts)',
      'candidate rule project: Run the tests with `pnpm test`.',
      'candidate rule project: The parser lives in src/parser.',
      'candidate rule project: Use pnpm, never npm.',
    ],
  ],
  [
    'memory-bank',
    'without the state of the work',
    file('by-schema/neutral/memory-bank'),
    [
      'candidate decision project: Use pnpm',
      'candidate fact project: A sample parser.',
      'candidate fact project: Users parse CSV.',
      'candidate fact project: pnpm, Node 22.',
      'candidate procedure project: State machine for the parser.',
    ],
  ],
  [
    'obsidian',
    'a folder of notes',
    file('by-schema/neutral/obsidian'),
    ['memory fact global: Package manager: We use **pnpm**, see the parser and #tooling/lockfile.'],
  ],
]

describe.each(tools)('%s, %s', (source, _, place, expected) => {
  test('becomes memories of the right kind and standing, once', async () => {
    const into = await openMemoryImport()
    const first = await into.import(source, place)
    expect(await into.lines()).toEqual(expected.toSorted())
    expect(first.failed).toEqual([])
    const again = await into.import(source, place)
    expect(again).toMatchObject({ memories: 0, candidates: 0, updated: 0, ended: 0, failed: [] })
    expect(await into.lines()).toEqual(expected.toSorted())
  })

  test('is read and never changed', async () => {
    const folder = place.path ?? place.userHome ?? place.folders?.[0] ?? ''
    const before = stateOf(folder)
    await (await openMemoryImport()).import(source, place)
    expect(stateOf(folder)).toEqual(before)
  })

  test('keeps where it comes from, and when', async () => {
    const into = await openMemoryImport()
    await into.import(source, place)
    for (const { id, source: made, createdAt, trust, standing } of await into.memories()) {
      const sources = await into.store.memories.sources(id)
      expect(sources[0]).toMatchObject({ type: 'import' })
      expect(made).toBe('import')
      expect(createdAt <= '2026-11-17T12:00:00.000Z').toBe(true)
      expect(trust).toBe(standing === 'memory' ? 'user' : 'tool')
    }
  })
})

/** Names, times and bytes of all files. */
function stateOf(path: string): string[] {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${mtimeMs} ${readFileSync(path, 'base64')}`]
  return [`${path} ${mtimeMs}`, ...readdirSync(path).flatMap((name) => stateOf(join(path, name)))]
}
