/** The memory that Claude Code keeps by itself, once it was imported. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { realPath } from '../src/adapters/filesystem/real-path.ts'
import { createForeignMemories } from '../src/compose/import/foreign-memories.ts'
import { homePaths } from '../src/home/paths.ts'
import { openMemoryImport } from './support/core/memory-import.ts'

async function openFollowed() {
  const userHome = mkdtempSync(join(tmpdir(), 'throughline-follow-'))
  onTestFinished(() => rmSync(userHome, { recursive: true, force: true }))
  const folder = join(userHome, '.claude', 'projects', '-home-dev-project', 'memory')
  mkdirSync(folder, { recursive: true })
  const into = await openMemoryImport()
  const { ports, store, project } = into
  const places = {
    locator: {
      placeOf: async () => ({ kind: 'enabled', projectId: project.id }) as const,
      lookUp: async () => ({ kind: 'enabled', projectId: project.id }) as const,
    },
    projects: store.projects,
    realPath,
    redact: (text: string) => text,
  }
  const foreign = createForeignMemories(ports, places, {
    paths: homePaths(join(userHome, '.throughline')),
    userHome,
    env: {},
  })
  const { signal } = new AbortController()
  return {
    ...into,
    note: (name: string, text: string) => writeFileSync(join(folder, name), text),
    remove: (name: string) => rmSync(join(folder, name)),
    isFollowing: foreign.isFollowing,
    follow: () => foreign.follow(signal),
    import: async () =>
      foreign.import(await foreign.find({ sources: ['claude-code-memory'] }), { signal }),
  }
}

test('is read again when it changed: new, changed and deleted files', async () => {
  const followed = await openFollowed()
  followed.note('style.md', 'Answers are short.')
  followed.note('build.md', 'The build needs a token.')
  await followed.import()
  followed.note('style.md', 'Answers are short and have reasons.')
  followed.note('tests.md', 'Tests run in one process.')
  followed.remove('build.md')
  await followed.follow()
  expect(await followed.lines()).toEqual([
    'candidate fact project: Answers are short and have reasons.',
    'candidate fact project: Tests run in one process.',
  ])
})

test('is not read before the user imports it', async () => {
  const followed = await openFollowed()
  followed.note('style.md', 'Answers are short.')
  expect(await followed.isFollowing()).toBe(false)
  await followed.import()
  expect(await followed.isFollowing()).toBe(true)
})

test('is read without what Throughline wrote into it', async () => {
  const followed = await openFollowed()
  const block =
    '<!-- throughline:promoted:begin -->\n- Use pnpm.\n<!-- throughline:promoted:end -->'
  followed.note('MEMORY.md', `- Answers are short.\n\n${block}\n`)
  followed.note('style.md', `Tests run in one process.\n\n${block}\n`)
  await followed.import()
  expect(await followed.lines()).toEqual([
    'candidate fact project: Answers are short.',
    'candidate fact project: Tests run in one process.',
  ])
})
