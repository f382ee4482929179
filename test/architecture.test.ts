/** The direction of imports, as a test: entry → compose → adapters → home → core → contract. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What each part may import of src (SAME is its own folder), and which packages. */
const rules: { part: RegExp; mayImport: RegExp; packages: RegExp }[] = [
  { part: /^contract\//, mayImport: /^contract\//, packages: /^zod$/ },
  { part: /^core\//, mayImport: /^(contract|core)\//, packages: /^picomatch$/ },
  // What a host's own transcripts look like is known to its protocol.
  {
    part: /^adapters\/histories\//,
    mayImport:
      /^(contract\/|core\/|home\/|adapters\/(histories\/|foreign-files\/|hosts\/|[^/]+\.ts$))/,
    packages: /^node:/,
  },
  {
    part: /^adapters\/memory-sources\//,
    mayImport: /^(contract\/|core\/|adapters\/(memory-sources\/|foreign-files\/|[^/]+\.ts$))/,
    packages: /^node:/,
  },
  {
    part: /^adapters\/([^/]+)\//,
    mayImport: /^(contract\/|core\/|home\/|adapters\/(SAME\/|[^/]+\.ts$))/,
    packages: /./,
  },
  {
    part: /^adapters\/[^/]+\.ts$/,
    mayImport: /^(contract\/|core\/|adapters\/[^/]+\.ts$)/,
    packages: /^node:/,
  },
  { part: /^home\//, mayImport: /^(contract|core|home)\//, packages: /^(node:|zod$)/ },
  { part: /^compose\//, mayImport: /^(?!entry\/)/, packages: /^node:/ },
  // The hook is composed by hand: what it loads on every prompt must stay tiny.
  { part: /^entry\/hook\//, mayImport: /^(?!entry\/(?!hook\/))/, packages: /^node:/ },
  { part: /^entry\//, mayImport: /^(?!adapters\/)/, packages: /./ },
  {
    part: /^\.\.\/dashboard\//,
    mayImport: /^(\.\.\/dashboard|contract)\//,
    packages: /^(react|react-dom|zod|vite|@tanstack|virtual:operation-routes)(\/|$)/,
  },
]

interface Import {
  readonly from: string
  readonly to: string
}

function findImports(file: string, source: string): Import[] {
  const pattern = /(?<!['\w.])(?:from|import)\s*\(?\s*'([^'\s]+)'/g
  return [...source.matchAll(pattern)].map(([, target = '']) => ({
    from: file,
    to: target.startsWith('.') ? join(dirname(file), target).replace('../src/', '') : target,
  }))
}

function findViolations(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const rule = rules.find(({ part }) => part.test(from))
    if (!rule) return [`${from} belongs to no part`]
    const isOwn = /^\.\.\/dashboard\/|\.ts$/.test(to)
    return permits(rule, from, to, isOwn) ? [] : [`${from} must not import ${to}`]
  })
}

function permits(rule: (typeof rules)[number], from: string, to: string, isOwn: boolean): boolean {
  if (!isOwn) return rule.packages.test(to)
  const own = rule.part.exec(from)?.[1] ?? ''
  return new RegExp(rule.mayImport.source.replace('SAME', own)).test(to)
}

const sources = globSync(['src/**/*.ts', 'dashboard/**/*.{ts,tsx}'], { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file: relative('src', file), source: readFileSync(join(root, file), 'utf8') }))

/** The rooms of the core, the ground floor first. A room imports only from floors below its own. */
const floors = [
  ['model'],
  ['text'],
  ['ports'],
  ['activity', 'embedding', 'guidance', 'jobs', 'ledger', 'project', 'settings', 'setup'],
  ['cues', 'growth', 'health', 'indexing', 'instruction-block', 'provenance'],
  ['asks', 'failures', 'memory'],
  ['proposals'],
  ['consolidation', 'export', 'extraction', 'promotion', 'recall'],
  ['capture', 'context', 'project-merge', 'review'],
  ['bundle', 'checks', 'deletion', 'digest', 'import'],
  ['audit', 'commits', 'proof', 'reader'],
  ['lifecycle', 'sync', 'team', 'wiki'],
  ['operations.ts'],
]

function findClimbing(imports: readonly Import[]): string[] {
  const roomOf = (file: string) => /^core\/([^/]+)/.exec(file)?.[1]
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room))
  return imports.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)]
    if (!room || !other || room === other) return []
    if (floorOf(room) < 0) return [`${room} is on no floor`]
    return floorOf(other) < floorOf(room) ? [] : [`${from} must not import ${to}`]
  })
}

/** Names that several files may export, each with the reason. */
const sharedNames: { reason: string; permits: (files: readonly string[]) => boolean }[] = [
  {
    reason: 'every host is built of the same parts',
    permits: (files) => isOnePerFolder(files, /^adapters\/hosts\/([^/]+)\//),
  },
  {
    reason: 'every history is read by the same parts',
    permits: (files) => isOnePerFolder(files, /^adapters\/histories\/([^/]+)\//),
  },
  {
    reason: 'every store is built of the same parts',
    permits: (files) => isOnePerFolder(files, /^adapters\/(sqlite|postgres)\//),
  },
  {
    reason: 'the declaration of an operation and the function that implements it',
    permits: (files) => isOnePerFolder(files, /^(contract\/operations|core)\//),
  },
  {
    reason: 'the heuristic judge is about to be rebuilt',
    permits: (files) => files.filter((file) => !file.startsWith(heuristic)).length < 2,
  },
]
const heuristic = 'core/extraction/heuristic'

/** One file in each of the folders that the pattern captures, and none elsewhere. */
function isOnePerFolder(files: readonly string[], pattern: RegExp): boolean {
  const folders = files.map((file) => pattern.exec(file)?.[1])
  return folders.every(Boolean) && new Set(folders).size === files.length
}

function findSharedNames(files: typeof sources): string[] {
  const pattern = /^export (?:async )?(?:function\*?|class|interface|type|const) (\w+)/gm
  const exporters = new Map<string, Set<string>>()
  for (const { file, source } of files) {
    for (const [, name = ''] of source.matchAll(pattern)) {
      exporters.set(name, (exporters.get(name) ?? new Set()).add(file))
    }
  }
  return [...exporters].flatMap(([name, found]) => {
    const files = [...found].sort()
    const isAllowed = files.length < 2 || sharedNames.some(({ permits }) => permits(files))
    return isAllowed ? [] : [`${name}: ${files.join(', ')}`]
  })
}

/** @returns a circle of imports, if there is one, as the files on it */
function findCircle(imports: readonly Import[]): string[] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const settled = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (settled.has(file)) return []
    for (const { to } of targets.get(file) ?? []) {
      const circle = visit(to, [...path, file])
      if (circle.length > 0) return circle
    }
    settled.add(file)
    return []
  }
  for (const file of targets.keys()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

describe('architecture', () => {
  test('no import inside the core climbs to another room or stays on its floor', () => {
    expect(findClimbing(sources.flatMap(({ file, source }) => findImports(file, source)))).toEqual(
      [],
    )
    const [from, to] = ['core/text/tokenise.ts', 'core/recall/recall.ts']
    expect(findClimbing([{ from, to }])).toHaveLength(1)
  })

  test('every import points the right way', () => {
    expect(
      findViolations(sources.flatMap(({ file, source }) => findImports(file, source))),
    ).toEqual([])
  })

  test.each([
    ['core/capture/ingest.ts', 'adapters/sqlite/store.ts'],
    ['core/capture/ingest.ts', 'node:fs'],
    ['contract/config.ts', 'core/model/json.ts'],
    ['adapters/sqlite/store.ts', 'adapters/git/repository.ts'],
    ['adapters/git/repository.ts', 'compose/local.ts'],
    ['compose/local.ts', 'entry/cli/main.ts'],
    ['entry/cli/main.ts', 'adapters/sqlite/store.ts'],
    ['entry/hook/main.ts', 'zod'],
    ['stray.ts', 'home/paths.ts'],
    ['home/config.ts', 'adapters/filesystem/spool.ts'],
    ['../dashboard/src/main.tsx', 'core/model/json.ts'],
    ['../dashboard/src/main.tsx', 'node:fs'],
    ['core/model/json.ts', '../dashboard/src/main.tsx'],
  ])('%s may not import %s', (from, to) => {
    expect(findViolations([{ from, to }])).toHaveLength(1)
  })

  test('an exported name belongs to one file', () => {
    expect(findSharedNames(sources.filter(({ file }) => !file.startsWith('../')))).toEqual([])
    const [one, other] = ['core/text/tokenise.ts', 'core/model/job.ts']
    const source = 'export interface Result {}'
    expect(
      findSharedNames([
        { file: one, source },
        { file: other, source },
      ]),
    ).toEqual([`Result: ${other}, ${one}`])
  })

  test('no files import each other in a circle', () => {
    expect(findCircle(sources.flatMap(({ file, source }) => findImports(file, source)))).toEqual([])
    const [a, b, c] = ['a.ts', 'b.ts', 'c.ts']
    const circle = [
      { from: a, to: b },
      { from: b, to: c },
      { from: c, to: b },
    ]
    expect(findCircle(circle)).toEqual([b, c, b])
  })

  test('no folder has more than 25 files, except ports and components', () => {
    const folders = Map.groupBy(sources, ({ file }) => dirname(file))
    const full = [...folders].filter(([, files]) => files.length > 25).map(([folder]) => folder)
    const exempt = [heuristic]
    expect(
      full.filter((name) => !/\/(ports|components)$/.test(name) && !exempt.includes(name)),
    ).toEqual([])
  })

  test('no way in reaches into the store', () => {
    const reach = /\blocal\.store\b|\bstore\b[^\n]*\} = local\b/
    const reaching = sources.filter(
      ({ file, source }) => /^entry\//.test(file) && reach.test(source),
    )
    expect(reaching.map(({ file }) => file)).toEqual([])
  })

  test('no file grows into a catch-all', () => {
    const long = sources.filter(({ source }) => source.split('\n').length > 320)
    expect(long.map(({ file }) => file)).toEqual([])
  })
})
