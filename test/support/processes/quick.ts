/** The quick way through a command, beside the whole program. */
import { runQuickly } from '../../../src/entry/cli/quick.ts'
import type { World } from '../homes/world.ts'
import { runCli } from './cli.ts'

export async function runQuick(
  world: World,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = world.project,
) {
  const answer = await runQuickly(args, {
    env: { ...world.env, ...env },
    userHome: world.userHome,
    cwd,
    isTerminal: false,
  })
  return { isAnswered: answer !== undefined, stdout: answer?.output ?? '' }
}

/** What `runQuick` returns for a command that it leaves to the whole program. */
export const leaves = { isAnswered: false, stdout: '' }

/** Four memories: a project's, a global rule, and two with unusual characters. */
export async function rememberSome(world: World): Promise<void> {
  const memories = [
    ['We deploy with flyctl from the release branch'],
    ['Deploy never on Fridays', '--scope', 'global', '--kind', 'rule'],
    ['The \u001b[31mred\u001b[0m build is flaky on Mondays', '--file', 'src/build.ts'],
    ['Der Übersetzungsdienst 翻訳 läuft auf Port 8080 👍', '--kind', 'fact'],
  ]
  for (const args of memories) await runCli(world, ['remember', ...args])
}
