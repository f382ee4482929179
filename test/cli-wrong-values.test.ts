/** Every option of every command, given a value that cannot be right. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOptions, type Command, type Option } from '../src/entry/cli/command.ts'
import { listCommands } from '../src/entry/cli/manifest.ts'
import { createWorld, type World } from './support/homes/world.ts'
import { runCli } from './support/processes/cli.ts'

let world: World
beforeAll(() => {
  world = createWorld()
})
afterAll(() => world.close())

const options = (
  await Promise.all(listCommands().map(async ({ name, load }) => optionsIn([name], await load())))
).flat()

interface Case {
  readonly path: readonly string[]
  readonly command: Command
  readonly option: Option
}

function optionsIn(path: readonly string[], command: Command): Case[] {
  const own = allOptions(command).map((option) => ({ path, command, option }))
  const others = Object.entries(command.commands ?? {})
  return [...own, ...others.flatMap(([name, child]) => optionsIn([...path, name], child))]
}

const named = (cases: readonly Case[]) =>
  cases.map((each) => [`${each.path.join(' ')} --${each.option.flag}`, each] as const)

/** By what the help calls the value. Any other is wrong when it is empty. */
const wrongValues: Readonly<Record<string, string>> = {
  '<n>': 'many',
  '<hours>': 'many',
  '<date>': 'someday',
  '<since>': 'someday',
  '<url>': 'not a link',
}

async function expectRefusal(args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCli(world, args)
  expect([1, 2]).toContain(code)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^throughline: .+\n {2}\S.*\n$/)
}

test.each(named(options))(
  '%s is refused with a hint if its value is forgotten',
  async (_, each) => {
    const { path, option } = each
    const flag = `--${option.flag}`
    await expectRefusal([...path, option.placeholder ? flag : `${flag}=x`])
  },
)

/** An agent without a prompt or command, or a host without an open folder, is no mistake. */
const takeAnything: ReadonlySet<string> = new Set([
  'context --prompt',
  'context --command',
  'context --file',
  'mcp --folder',
])

test.each(
  named(options.filter(({ option }) => option.placeholder)).filter(
    ([name]) => !takeAnything.has(name),
  ),
)(
  '%s is refused with a hint if its value is wrong',
  { timeout: 20_000 },
  async (_, { path, command, option }) => {
    const args = (command.arguments ?? []).filter(({ isRequired }) => isRequired).map(() => 'x')
    const { choices, suggestions, placeholder = '' } = option
    const wrong = choices || suggestions ? 'nonsense' : (wrongValues[placeholder] ?? '')
    await expectRefusal([...path, ...args, `--${option.flag}`, wrong])
  },
)
