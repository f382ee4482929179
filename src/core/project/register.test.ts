import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../../../test/support/core/clock.ts'
import { openMemoryStore } from '../../../test/support/core/memory-store.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { LocalStore as Store } from '../ports/store.ts'
import { registerProject } from './register.ts'
import type { ProjectIdentity } from './resolve.ts'

let store: Store
let projects: ProjectStore
beforeEach(async () => {
  store = await openMemoryStore(createTestClock())
  onTestFinished(() => store.close())
  projects = store.projects
})

function found(identity: string, ...aliases: string[]): ProjectIdentity {
  const kind = 'remote'
  return { identity, kind, name: 'app', root: '/w/app', aliases, overridden: [], notices: [] }
}
const register = (identity: string, ...aliases: string[]) =>
  registerProject(projects, found(identity, ...aliases))
const known = async () =>
  (await projects.list()).map(({ identity, aliases }) => [identity, ...[...aliases].sort()]).sort()

const remote = 'github.com/acme/app'
const now = createTestClock().now().toISOString()

describe('a project', () => {
  test('is made when it is first seen, with its name, root and weaker identities', async () => {
    expect(await register(remote, 'marker:1', 'path:1')).toMatchObject({
      identity: remote,
      name: 'app',
      root: '/w/app',
    })
    expect(await known()).toEqual([[remote, 'marker:1', 'path:1']])
  })

  test('is the same when seen again, even by many at once', async () => {
    const seen = await Promise.all(Array.from({ length: 5 }, () => register(remote, 'path:1')))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1)
    expect(await known()).toEqual([[remote, 'path:1']])
  })

  test('is found again by a clone elsewhere', async () => {
    const { id } = await register(remote, 'path:1')
    expect((await register(remote, 'path:2')).id).toBe(id)
    expect(await known()).toEqual([[remote, 'path:1', 'path:2']])
  })

  test.each([
    ['path:1', 'marker:1'],
    ['path:1', remote],
    ['marker:1', remote],
  ])('known as %s that becomes %s is followed', async (before, after) => {
    const { id } = await register(before)
    expect(await register(after, before)).toMatchObject({ id, identity: after })
    expect(await known()).toEqual([[after, before]])
  })

  test('is found under its former identity when the stronger one is gone', async () => {
    const { id } = await register('marker:1', 'path:1')
    await register(remote, 'marker:1', 'path:1')
    expect((await register('marker:1', 'path:1')).id).toBe(id)
    expect(await known()).toEqual([[remote, 'marker:1', 'path:1']])
  })

  test('with another remote at the same path is another project', async () => {
    const first = await register(remote, 'path:1')
    const second = await register('github.com/acme/other', 'path:1')
    expect(second.id).not.toBe(first.id)
    expect(await known()).toEqual([[remote, 'path:1'], ['github.com/acme/other']])
  })

  test('with another marker at a path that was once a marked project’s is another project', async () => {
    const first = await register('marker:1', 'path:1')
    const second = await register('marker:2', 'path:1')
    expect(second.id).not.toBe(first.id)
  })

  test('with a remote at a path that was once a marked project’s is another project', async () => {
    const first = await register('marker:1', 'path:1')
    expect((await register(remote, 'path:1')).id).not.toBe(first.id)
  })

  test('that was merged stays merged under every identity', async () => {
    const first = await register(remote, 'path:1')
    const second = await register('github.com/acme/other', 'path:2')
    await store.transaction(({ projectMerges: tx }) => tx.merge(first.id, second.id, now))
    expect((await register(remote, 'path:1')).id).toBe(second.id)
    expect(await projects.list()).toHaveLength(1)
  })

  test('that the user named is apart from what its folder is', async () => {
    const folder = await register(remote, 'path:1')
    const named = await register('override:mine')
    expect(named.id).not.toBe(folder.id)
    expect((await register(remote, 'path:1')).id).toBe(folder.id)
  })

  test('keeps the name its user gave it', async () => {
    const { id } = await register(remote)
    await projects.rename(id, 'Mine')
    expect((await register(remote)).name).toBe('Mine')
  })
})
