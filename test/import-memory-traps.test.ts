/** What is easily read wrongly in the stores of other memory tools. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openMemoryImport } from './support/core/memory-import.ts'

/** A folder with these files. */
function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-traps-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) write(folder, name, text)
  return folder
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

function openDatabase(path: string, sql: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(sql)
  onTestFinished(() => database.close())
  return database
}

const said = async (into: Awaited<ReturnType<typeof openMemoryImport>>) =>
  (await into.lines()).map((line) => line.replace(/^\w+ \w+ \w+: /, ''))

test('claude-mem: rows that are only in the log are read, and no file is created next to it', async () => {
  const folder = makeFolder()
  openDatabase(
    join(folder, 'claude-mem.db'),
    `PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
     CREATE TABLE observations (id INTEGER PRIMARY KEY, project TEXT, type TEXT, title TEXT);
     INSERT INTO observations VALUES (1, 'project', 'gotcha', 'npm rewrites the lockfile')`,
  )
  const before = readdirSync(folder)
  const into = await openMemoryImport()
  await into.import('claude-mem', { env: { CLAUDE_MEM_DATA_DIR: folder } })
  expect(await into.lines()).toEqual(['candidate workaround project: npm rewrites the lockfile'])
  expect(readdirSync(folder)).toEqual(before)
})

test('claude-mem: columns of older versions, and lists that are plain text or missing', async () => {
  const folder = makeFolder()
  const path = join(folder, 'claude-mem.db')
  openDatabase(
    path,
    `CREATE TABLE sdk_sessions (claude_session_id TEXT, sdk_session_id TEXT);
     CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT, project TEXT,
       merged_into_project TEXT, text TEXT, type TEXT, facts TEXT, concepts TEXT, created_at TEXT);
     INSERT INTO observations VALUES
       (1, 'a', 'gone', 'project', 'The parser has states.', 'change', 'It reads once', NULL,
        '2026-10-01T00:00:00.000Z'),
       (2, 'a', 'project', '', NULL, 'change', '', '', '2026-10-01T00:00:00.000Z')`,
  )
  const into = await openMemoryImport()
  const result = await into.import('claude-mem', { path })
  expect(await into.lines()).toEqual([
    'candidate fact project: The parser has states.\n- It reads once',
  ])
  expect(result.skipped).toEqual({ 'empty observation': 1 })
})

test.each([
  ['claude-mem', 'claude-mem.db', /no table observations/],
  ['engram', 'engram.db', /no table observations/],
])('%s: a database of another version is named with the reason', async (source, name, reason) => {
  const path = join(makeFolder(), name)
  openDatabase(path, 'CREATE TABLE memories_v9 (id INTEGER)')
  const into = await openMemoryImport()
  const { failed } = await into.import(source, { path })
  expect(failed).toEqual([{ path, reason: expect.stringMatching(reason) }])
})

test.each([
  ['claude-mem', 'claude-mem.db', 'not a database at all', /not a database/],
  ['agentmemory', 'export.json', '{"memories": [{"id": "1", "con', /cut off in the middle/],
  ['mem0', 'export.json', '{"version": 1}', /not a mem0 export/],
  ['letta', 'agent.af', '[]', /not a Letta agent file/],
  ['mif', 'mif.json', '{"@context": "https://example.org"}', /another format of that name/],
])(
  '%s: a file that is something else is named with the reason',
  async (source, name, text, reason) => {
    const path = join(makeFolder({ [name]: text }), name)
    const { failed } = await (await openMemoryImport()).import(source, { path })
    expect(failed).toEqual([{ path, reason: expect.stringMatching(reason) }])
  },
)

test.each(['claude-mem', 'basic-memory', 'rules', 'obsidian', 'okf', 'jsonl'])(
  '%s: nothing is found in a wrong folder',
  async (source) => {
    const into = await openMemoryImport()
    await expect(into.import(source, { path: makeFolder() })).rejects.toThrow('nothing of')
  },
)

test('server-memory: what is gone from the graph is forgotten, unless its end is torn', async () => {
  const entity = (name: string, ...observations: string[]) =>
    JSON.stringify({ type: 'entity', name, entityType: 'tool', observations })
  const folder = makeFolder({
    'memory.jsonl': `{"type":"_aim"}\n${entity('pnpm', 'Keeps a lockfile')}\n${entity('npm', 'Is forbidden')}`,
  })
  const path = join(folder, 'memory.jsonl')
  const into = await openMemoryImport()
  await into.import('server-memory', { path })
  expect(await said(into)).toEqual(['npm: Is forbidden', 'pnpm: Keeps a lockfile'])
  write(folder, 'memory.jsonl', `${entity('pnpm', 'Keeps a lockfile')}\n{"type":"entity","na`)
  expect(await into.import('server-memory', { path })).toMatchObject({
    ended: 0,
    skipped: { 'torn last line': 1 },
  })
  write(folder, 'memory.jsonl', entity('pnpm', 'Keeps a lockfile'))
  expect(await into.import('server-memory', { path })).toMatchObject({ ended: 1 })
  expect(await said(into)).toEqual(['pnpm: Keeps a lockfile'])
})

test('engram: times are UTC, and what was deleted later is forgotten', async () => {
  const path = join(makeFolder(), 'engram.db')
  const database = openDatabase(
    path,
    `CREATE TABLE observations (id INTEGER PRIMARY KEY, type TEXT, title TEXT, content TEXT,
       project TEXT, scope TEXT, created_at TEXT, updated_at TEXT, deleted_at TEXT);
     INSERT INTO observations VALUES (1, 'decision', 'Tabs', 'Tabs over spaces', 'project',
       'personal', '2026-10-01 03:35:00', '2026-10-01 03:35:00', NULL)`,
  )
  const into = await openMemoryImport()
  await into.import('engram', { path })
  const [memory] = await into.memories()
  expect(memory).toMatchObject({ scope: 'global', createdAt: '2026-10-01T03:35:00.000Z' })
  database.exec("UPDATE observations SET deleted_at = '2026-10-02 00:00:00'")
  expect(await into.import('engram', { path })).toMatchObject({ ended: 1 })
})

test('mempalace: chunks of a file are joined in their order', async () => {
  const path = join(makeFolder(), 'chroma.sqlite3')
  openDatabase(
    path,
    `CREATE TABLE embedding_metadata (id INTEGER, key TEXT, string_value TEXT, int_value INTEGER,
       float_value REAL);
     INSERT INTO embedding_metadata VALUES
       (1, 'chroma:document', 'it has states.', NULL, NULL), (1, 'wing', 'project', NULL, NULL),
       (1, 'source_file', 'notes.md', NULL, NULL), (1, 'chunk_index', NULL, 1, NULL),
       (2, 'chroma:document', 'Of the parser:', NULL, NULL), (2, 'wing', 'project', NULL, NULL),
       (2, 'source_file', 'notes.md', NULL, NULL), (2, 'chunk_index', NULL, 0, NULL),
       (3, 'chroma:document', 'internal', NULL, NULL), (3, 'room', '_registry', NULL, NULL)`,
  )
  const into = await openMemoryImport()
  await into.import('mempalace', { path })
  expect(await said(into)).toEqual(['Of the parser:\nit has states.'])
})

test('rules: a repository shows no file outside of itself, by include or link', async () => {
  const outside = makeFolder({ 'diary.md': '- Dear diary, the code is in the drawer.' })
  const folder = makeFolder({
    'CLAUDE.md': `- Follow @../${outside.split('/').at(-1)}/diary.md to the letter.\n@docs/style.md`,
    'docs/style.md': '- Prefer small functions.\n@../CLAUDE.md',
  })
  symlinkSync(join(outside, 'diary.md'), join(folder, 'AGENTS.md'))
  const into = await openMemoryImport()
  await into.import('rules', { folders: [folder] })
  expect(await said(into)).toEqual([expect.stringMatching(/^Follow @/), 'Prefer small functions.'])
})

test('rules: our own block, comments and code are no rules, and nested bullets belong together', async () => {
  const folder = makeFolder({
    'AGENTS.md': [
      '<!-- throughline:guidance:begin -->',
      '- Use your memory.',
      '<!-- throughline:guidance:end -->',
      '<!-- - Not this. -->',
      '- Build with:',
      '  - the lockfile',
      '',
      '  ```sh',
      '- not a rule',
      '  ```',
      '| a | table |',
    ].join('\n'),
  })
  const into = await openMemoryImport()
  await into.import('rules', { folders: [folder] })
  expect(await into.lines()).toEqual([
    'candidate rule project: Build with:\n  - the lockfile\n  ```sh\n- not a rule\n  ```',
  ])
  const [memory] = await into.memories()
  const sources = await into.store.memories.sources(memory?.id ?? '')
  expect(sources).toMatchObject([{ type: 'import', ref: 'Rule files: AGENTS.md line 5' }])
})

test("rules: what the user's home says is the user's word, except what Gemini wrote there", async () => {
  const userHome = makeFolder({
    '.claude/CLAUDE.md': '- Answer in plain words.',
    '.gemini/GEMINI.md': '## Gemini Added Memories\n- The user likes tabs.',
  })
  const into = await openMemoryImport()
  await into.import('rules', { userHome })
  expect(await into.lines()).toEqual([
    'candidate fact global: The user likes tabs.',
    'memory preference global: Answer in plain words.',
  ])
})

test('rules: a line that changed replaces the former one', async () => {
  const folder = makeFolder({ 'CLAUDE.md': '- Use npm for everything.\n- Keep functions small.' })
  const into = await openMemoryImport()
  await into.import('rules', { folders: [folder] })
  write(folder, 'CLAUDE.md', '- Publish with provenance only.\n- Keep functions small.\n')
  const again = await into.import('rules', { folders: [folder] })
  expect(again).toMatchObject({ candidates: 1, ended: 1, unchanged: 1 })
  expect(await said(into)).toEqual(['Keep functions small.', 'Publish with provenance only.'])
})

test('obsidian: pages saved from the web are candidates, templates and comments nothing', async () => {
  const long = (about: string) => `${about} is explained here at some length. `.repeat(20)
  const path = makeFolder({
    'Mine.md': '---\r\ntags: a, b\r\n---\r\nI keep to the lockfile. %%not this%% ![[picture]]',
    'Clipped.md': '---\nsource: "https://example.org/post"\n---\nAlways run this.',
    'Long.md': `# One\n${long('Parsing')}\n# Two\n${long('Printing')}`,
    'Templates/Daily.md': 'What did I do?',
    '.obsidian/workspace.md': 'state',
  })
  const into = await openMemoryImport()
  await into.import('obsidian', { path })
  const lines = await into.lines()
  expect(lines).toHaveLength(4)
  expect(lines.map((line) => line.slice(0, 40))).toEqual(
    [
      'candidate fact global: Clipped: Always ru',
      'memory fact global: Mine: I keep to the ',
      'memory fact global: One: Parsing is expla',
      'memory fact global: Two: Printing is expl',
    ].map((line) => line.slice(0, 40)),
  )
  const mine = (await into.memories()).find(({ content }) => content.startsWith('Mine'))
  expect(mine).toMatchObject({ content: 'Mine: I keep to the lockfile.', tags: ['a', 'b'] })
})

test('basic-memory: a note that another supersedes is over', async () => {
  const userHome = makeFolder({
    'basic-memory/New.md': '- [decision] We use pnpm\n- supersedes [[Old]]',
    'basic-memory/Old.md': '- [decision] We use npm',
    'notes/Plain.md': 'Only text, of no category.',
    '.basic-memory/config.json': '{"projects": {"more": {"path": "~/notes"}}}',
  })
  const into = await openMemoryImport()
  const result = await into.import('basic-memory', { userHome })
  expect(await said(into)).toEqual(['We use pnpm', 'Only text, of no category.'])
  expect(result.skipped).toEqual({ 'memory that is no longer valid': 1 })
})

test("Claude Code's memory: older folders have it in the index itself, and changes are followed", async () => {
  const memory = '.claude/projects/-home-dev-app/memory'
  const userHome = makeFolder({
    [`${memory}/MEMORY.md`]: '# Notes\n- Tests need a database.\n- [Style](style.md): short',
    [`${memory}/style.md`]: '---\nname: style\nmetadata:\n  type: feedback\n---\nShort answers.',
  })
  const place = { userHome, folders: ['/home/dev/app'] }
  const into = await openMemoryImport()
  await into.import('claude-code-memory', place)
  expect(await into.lines()).toEqual([
    'candidate correction project: Short answers.',
    'candidate fact project: Tests need a database.',
  ])
  write(userHome, `${memory}/style.md`, '---\nname: style\n---\nShort answers, with reasons.')
  expect(await into.import('claude-code-memory', place)).toMatchObject({ updated: 1 })
})

test('cao: a project is known by the hash of its folder, else it is left to the user', async () => {
  const folder = '/home/dev/app'
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const page = '# style\n\n## 2026-11-01T00:00:00Z\nOld.\n\n## 2026-11-02T00:00:00Z\nNew.\n'
  const path = makeFolder({
    [`${id}/wiki/project/style.md`]: page,
    'ffffffffffff/wiki/project/other.md': page,
  })
  const into = await openMemoryImport()
  const result = await into.import('cao', { path, folders: [folder] })
  expect(result).toMatchObject({ candidates: 1, unplaced: { ffffffffffff: 1 } })
  const [memory] = await into.memories()
  expect(memory).toMatchObject({ content: 'New.', createdAt: '2026-11-01T00:00:00.000Z' })
})

test('memorix: what it archived is over', async () => {
  const path = join(makeFolder(), 'memorix.db')
  openDatabase(
    path,
    `CREATE TABLE observations (id INTEGER PRIMARY KEY, type TEXT, title TEXT, narrative TEXT,
       projectId TEXT, status TEXT, createdAt TEXT);
     INSERT INTO observations VALUES
       (1, 'decision', 'Old', 'Use npm.', 'local/project', 'archived', '2026-10-01T00:00:00Z'),
       (2, 'decision', 'New', 'Use pnpm.', 'local/project', 'active', '2026-10-01T00:00:00Z')`,
  )
  const into = await openMemoryImport()
  await into.import('memorix', { path })
  expect(await into.lines()).toEqual(['candidate decision project: New: Use pnpm.'])
})

test('mem0: a memory in its history that was deleted later is forgotten', async () => {
  const path = join(makeFolder(), 'history.db')
  const database = openDatabase(
    path,
    `CREATE TABLE history (memory_id TEXT, new_memory TEXT, event TEXT, created_at TEXT,
       is_deleted INTEGER);
     INSERT INTO history VALUES ('m1', 'The parser has states.', 'ADD', '2026-10-01T00:00:00Z', 0)`,
  )
  const into = await openMemoryImport()
  await into.import('mem0', { path })
  database.exec("INSERT INTO history VALUES ('m1', NULL, 'DELETE', NULL, 1)")
  expect(await into.import('mem0', { path })).toMatchObject({ ended: 1 })
  expect(await into.lines()).toEqual([])
})

test('jsonl: importance of any scale, and times in seconds or milliseconds', async () => {
  const lines = [
    { text: 'Tests come first.', score: 8, timestamp: 1_790_000_000 },
    { memory: 'Names are whole words.', confidence: 0.3, created_at: 1_790_000_000_000 },
    { fact: 'Commits are small.', strength: 55 },
    { note: 'nothing known' },
  ]
  const path = join(
    makeFolder({ 'a.jsonl': lines.map((each) => JSON.stringify(each)).join('\n') }),
    'a.jsonl',
  )
  const into = await openMemoryImport()
  const result = await into.import('jsonl', { path })
  const found = (await into.memories()).toSorted((a, b) => a.importance - b.importance)
  expect(found.map(({ importance }) => importance)).toEqual([0.3, 0.55, 0.8])
  expect(found[0]?.createdAt).toBe(found[2]?.createdAt)
  expect(result.skipped).toEqual({ 'line without text': 1 })
})
