/** With `enabled: false` and no database yet, no command makes one, nor a lock, counter or log. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listCommands } from '../../src/entry/cli/manifest.ts'
import { createWorld } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

/** They install the program or work in a home of their own; disabled.test.ts has hooks. */
const apart = new Set(['setup', 'upgrade', 'demo', 'server', 'hook'])

/** Where the bare name asks for more, or does something else. */
const given: Readonly<Record<string, readonly (readonly string[])[]>> = {
  recall: [['port']],
  show: [['release-branch']],
  timeline: [['release-branch']],
  remember: [['The port is 5672']],
  edit: [['release-branch', '--content', 'The port is 5672']],
  pin: [['release-branch']],
  unpin: [['release-branch']],
  forget: [['release-branch'], ['--matching', 'a secret', '--yes'], ['--session', 'x', '--yes']],
  restore: [[], ['release-branch']],
  clear: [['--project', 'widgets', '--yes']],
  review: [['--list']],
  promote: [['--dry-run'], ['release-branch']],
  wiki: [['build', '--all'], ['status'], ['query', 'port'], ['check']],
  projects: [['list'], ['rename', 'widgets', 'gadgets']],
  import: [['--dry-run'], ['--all', '--yes']],
  export: [['--output', 'bundle.jsonl']],
  sync: [[], ['status'], ['--folder', 'shared']],
  login: [['http://127.0.0.1:9']],
  share: [['--yes']],
  team: [['members']],
  guidance: [[], ['install']],
  embeddings: [['status'], ['rebuild']],
  jobs: [[], ['retry']],
  subscribers: [['list']],
  completion: [['bash']],
  config: [['list'], ['get', 'enabled']],
}

test.each([
  ['config', 'set', 'wiki.enabled', 'false'],
  ['config', 'reset', 'log.level'],
  ['wiki', 'disable'],
])('%s %s %s writes the settings only', async (...args) => {
  const world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ enabled: false })
  await runCli(world, args, { input: '' })
  const made = readdirSync(world.paths.root, { recursive: true, withFileTypes: true })
  const files = made.filter((each) => each.isFile()).map(({ name }) => name)
  const ofSettings = ['config.json', 'config.lock', 'hook-policy', 'hook-policy-floor']
  expect(files.filter((name) => !ofSettings.includes(name))).toEqual([])
})

const calls = listCommands()
  .filter(({ name }) => !apart.has(name))
  .flatMap(({ name }) => (given[name] ?? [[]]).map((args) => [name, ...args]))

test.each(calls.map((args) => [args.join(' '), args] as const))('%s', async (_name, args) => {
  const world = createWorld()
  onTestFinished(() => world.close())
  world.writeConfig({ enabled: false })
  const list = () => readdirSync(world.paths.root, { recursive: true, encoding: 'utf8' }).sort()
  const before = list()
  await runCli(world, args, { input: '' })
  expect(list()).toEqual(before)
  expect(readdirSync(join(world.project)).includes('bundle.jsonl')).toBe(false)
})
