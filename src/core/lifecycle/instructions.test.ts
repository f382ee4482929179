/** The merged text of `instructions-loaded`, and where its parts come from. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleMemory } from '../../../test/conformance/samples.ts'
import { fixture } from '../../../test/support/core/capture.ts'
import { type Lifecycle, openLifecycle } from '../../../test/support/core/lifecycle.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { hostProtocols } from '../../adapters/hosts/hosts.ts'
import type { LifecycleData } from '../../contract/lifecycle.ts'

type Loaded = LifecycleData['instructions-loaded']

let lifecycle: Lifecycle
let root: string
beforeEach(async () => {
  lifecycle = await openLifecycle()
  root = makeTemporaryFolder()
  const project = { identity: 'github.com/acme/widgets', name: 'widgets', root }
  lifecycle.placeIn((await lifecycle.store.projects.insert(project)).id)
})

function write(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

async function last(): Promise<Loaded | undefined> {
  const told = await lifecycle.told()
  const event = told.findLast(({ type }) => type === 'instructions-loaded')
  return event?.data as Loaded | undefined
}

const start = (host: string, cwd = root) =>
  lifecycle.take('SessionStart', { source: 'startup', cwd }, { host })
const cut = ({ text, parts }: Loaded) =>
  parts.map(({ level, path, memoryId, start: from, end }) => [
    level,
    path ?? memoryId,
    text.slice(from, end),
  ])

describe('in Claude Code, which reports each file', () => {
  const load = (path: string, kind: string) => {
    const changes = { file_path: path, memory_type: kind }
    return lifecycle.take(
      'InstructionsLoaded',
      fixture('InstructionsLoaded-session_start', { session_id: 's1', cwd: root, ...changes }),
    )
  }

  test('the text goes down the hierarchy, and ends with the memories given', async () => {
    const local = write(root, 'CLAUDE.local.md', 'My port is 5433.\n')
    const project = write(root, 'CLAUDE.md', 'Use pnpm.\n')
    const user = write(lifecycle.userHome, '.claude/CLAUDE.md', 'Be brief.\n')
    await load(local, 'Local')
    await load(project, 'Project')
    await lifecycle.store.transaction(({ memories }) =>
      memories.insert(sampleMemory('aa', { content: 'Deploys need Ana.' })),
    )
    const origin = { kind: 'fact', trust: 'user', at: '', text: '', reason: '' } as const
    const line = { ...origin, section: 'project', id: 'aa', tokens: 5 } as const
    await lifecycle.store.injections.record({
      id: 'i1',
      session: { host: 'claude-code', hostSessionId: 's1' },
      projectId: undefined,
      event: 'session-start',
      source: 'startup',
      at: lifecycle.clock.now().toISOString(),
      tokens: 10,
      characters: 10,
      lines: [line],
    })
    await load(user, 'User')
    const data = await last()
    expect(data?.text).toBe('Be brief.\n\nUse pnpm.\n\nMy port is 5433.\n\nDeploys need Ana.')
    expect(data && cut(data)).toEqual([
      ['User', user, 'Be brief.'],
      ['Project', project, 'Use pnpm.'],
      ['Local', local, 'My port is 5433.'],
      [sampleMemory('aa').scope, 'aa', 'Deploys need Ana.'],
    ])
  })

  test('secrets and private spans are removed; what is long, gone or outside has no text', async () => {
    const secret = 'The key is ghp_0123456789abcdefghijABCDEFGHIJ012345 <private>Ana</private>.'
    const told = write(root, 'CLAUDE.md', secret)
    const long = write(root, 'long.md', 'x'.repeat(70_000))
    const outside = write(makeTemporaryFolder(), 'id_rsa', 'outside')
    symlinkSync(outside, join(root, 'link.md'))
    symlinkSync(told, join(root, 'AGENTS.md'))
    await load(told, 'Project')
    for (const path of [long, join(root, 'link.md'), join(root, 'gone.md')]) {
      await load(path, 'Project')
    }
    const data = await last()
    expect(data?.files).toHaveLength(4)
    expect(data?.parts).toHaveLength(1)
    expect(data?.text).toMatch(/^The key is \[redacted/)
    expect(data?.text).not.toContain('Ana')
    await load(join(root, 'AGENTS.md'), 'Project')
    expect((await last())?.parts).toHaveLength(2)
  })
})

describe('in a host that does not report them, a start brings the files at its known places', () => {
  test('Codex: from home and down to the folder, an override first', async () => {
    write(lifecycle.userHome, '.codex/AGENTS.md', 'Be brief.')
    write(root, 'AGENTS.md', 'Use pnpm.')
    write(root, 'packages/api/AGENTS.md', 'not read')
    const override = write(root, 'packages/api/AGENTS.override.md', 'Use Hono.')
    await start('codex', join(root, 'packages/api'))
    const data = await last()
    expect(data).not.toHaveProperty('loaded')
    expect(data?.text).toBe('Be brief.\n\nUse pnpm.\n\nUse Hono.')
    expect(data?.files.map(({ kind }) => kind)).toEqual(['User', 'Project', 'Project'])
    expect(data?.files[2]).toMatchObject({ path: override, reason: 'session_start', bytes: 9 })
  })

  test.each([
    ['gemini', 'GEMINI.md'],
    ['opencode', 'CLAUDE.md'],
    ['copilot', '.github/copilot-instructions.md'],
    ['kiro', '.kiro/steering/tech.md'],
  ])('%s reads %s', async (host, name) => {
    const path = write(root, name, 'Use pnpm.')
    await start(host)
    expect(await last()).toMatchObject({ files: [{ path }], text: 'Use pnpm.' })
  })

  test('Cursor reads AGENTS.md', async () => {
    write(root, 'AGENTS.md', 'Use pnpm.')
    const payload = { conversation_id: 's1', workspace_roots: [root] }
    await lifecycle.take('sessionStart', payload, { host: 'cursor' })
    expect((await last())?.text).toBe('Use pnpm.')
  })

  test('no event is sent if there are none', async () => {
    await start('codex')
    expect((await lifecycle.told()).map(({ type }) => type)).toEqual(['session-started'])
  })

  test('every host either reports them or has known places', () => {
    const silent = hostProtocols.filter(({ instructions }) => instructions === undefined)
    expect(silent.map(({ name }) => name)).toEqual(['claude-code', 'qwen'])
  })
})
