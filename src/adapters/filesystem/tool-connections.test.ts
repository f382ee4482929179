import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { homePaths } from '../../home/paths.ts'
import { announceConnection, isConnected } from './tool-connections.ts'

function setUp() {
  const root = makeTemporaryFolder()
  const paths = homePaths(join(root, 'home'))
  const folder = join(root, 'project')
  mkdirSync(join(folder, 'src'), { recursive: true })
  return {
    root,
    paths,
    folder,
    connected: (host: string, at = folder) => isConnected(paths, { host, folder: at }),
  }
}

test('nobody is connected to a home that nobody used', async () => {
  const { connected } = setUp()
  expect(connected('claude-code')).toBe(false)
})

test('an agent is connected in its folder and below it, until it leaves', async () => {
  const { root, paths, folder, connected } = setUp()
  const leave = announceConnection(paths, { host: 'claude-code', folder })
  expect(connected('claude-code')).toBe(true)
  expect(connected('claude-code', join(folder, 'src'))).toBe(true)
  expect(connected('claude-code', `${folder}-other`)).toBe(false)
  expect(connected('claude-code', root)).toBe(false)
  expect(connected('codex')).toBe(false)
  leave()
  expect(connected('claude-code')).toBe(false)
})

test('a folder counts under each of its names', async () => {
  const { root, paths, folder, connected } = setUp()
  const alias = join(root, 'alias')
  symlinkSync(folder, alias)
  announceConnection(paths, { host: 'claude-code', folder: alias })
  expect(connected('claude-code')).toBe(true)
  expect(connected('claude-code', alias)).toBe(true)
})

test('a server that was killed counts no longer, and the next one tidies up', async () => {
  const { paths, folder, connected } = setUp()
  const dead = 2 ** 30
  mkdirSync(paths.toolConnections, { recursive: true })
  const file = join(paths.toolConnections, `claude-code.${dead}`)
  writeFileSync(file, JSON.stringify({ host: 'claude-code', folder }))
  writeFileSync(join(paths.toolConnections, 'noise'), 'x')
  expect(connected('claude-code')).toBe(false)
  announceConnection(paths, { host: 'codex', folder })
  expect(readdirSync(paths.toolConnections).sort()).toEqual(
    [`codex.${process.pid}`, 'noise'].sort(),
  )
})

test('a file that holds anything else is ignored', async () => {
  const { paths, connected } = setUp()
  mkdirSync(paths.toolConnections, { recursive: true })
  writeFileSync(join(paths.toolConnections, `claude-code.${process.pid}`), '{"folder":')
  expect(connected('claude-code')).toBe(false)
})
