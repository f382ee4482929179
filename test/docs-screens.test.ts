/** The screens in the docs are what the commands print, at 80 columns. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { displayWidth } from '../src/entry/cli/present/fit-text.ts'
import { homePaths } from '../src/home/paths.ts'
import { sessionPayloads } from './support/homes/claude-payloads.ts'
import { writeSpoolFile } from './support/homes/spool-files.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

const columns = 80
const page = readFileSync(join(import.meta.dirname, '../docs/getting-started.md'), 'utf8')
const screens = [...page.matchAll(/^```text\n\$ throughline(.*)\n([\s\S]*?)^```$/gm)].map(
  ([, words = '', output = '']) => ({ args: words.split(' ').filter(Boolean), output }),
)

let world: World
/** Where it is unless someone moves it, so that paths are as short as on the page. */
const home = () => homePaths(join(world.userHome, '.throughline'))
const cli = (args: readonly string[]) =>
  runCli(world, args, { columns, env: { THROUGHLINE_HOME: home().root } })

/** As the page tells: an agent is connected, and one session remembered something. */
beforeAll(async () => {
  world = createWorld()
  mkdirSync(join(world.userHome, '.claude'))
  await cli(['setup', '--host', 'claude-code', '--yes'])
  const { start, prompt, toolUse, stop } = sessionPayloads('s1', world.project)
  const asked = 'The tests cannot reach the database. Remember that staging listens on port 5433.'
  const answer = 'The port in config/staging.yml was 5432. It is 5433 now, and the tests pass.'
  for (const [event, payload] of [
    ['SessionStart', start()],
    ['UserPromptSubmit', prompt(1, asked)],
    ['PostToolUse', toolUse(1, 'config/staging.yml')],
    ['Stop', stop(1, answer)],
  ] as const) {
    writeSpoolFile(home().spool, { event }, payload)
  }
  await cli(['sessions'])
})
afterAll(() => world.close())

test('there are some', () => {
  expect(screens.map(({ args }) => args[0])).toEqual([undefined, 'learned', 'recall', 'status'])
})

test.each(screens)('throughline $args prints what the page shows', async ({ args, output }) => {
  const { code, stdout, stderr } = await cli(args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(withoutChance(stdout)).toBe(withoutChance(output))
  expect(output.split('\n').filter((line) => displayWidth(line) > columns)).toEqual([])
})

/** Without ids, times, sizes and what only a running daemon decides. */
function withoutChance(text: string): string {
  return text
    .replace(/\b[0-9a-f]{10}\b/g, 'ID')
    .replace(/just now|\d+ (s|min) ago/g, 'AGO')
    .replace(/\b\d+\.\d+\.\d+\b/g, 'VERSION')
    .replace(/[\d.]+ [KM]B/g, 'SIZE')
    .replace(/^(queue|daemon) .*$/gm, '$1')
    .replace(/ {2,}/g, '  ')
}
