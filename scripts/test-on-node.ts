/**
 * Runs the core and unit tests on other versions of Node, from npm: the oldest one supported, the
 * newest of its line, and the newest of all.
 *
 *     node scripts/test-on-node.ts [VERSION …] [-- VITEST OPTIONS]
 */
import { spawnSync } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { installNode } from './install-client.ts'

const usual = ['22.18.0', '22.23.3', '24.21.0', '26.10.0']
const repository = resolve(import.meta.dirname, '..')

const given = process.argv.slice(2)
const end = given.indexOf('--')
const versions = end < 0 ? given : given.slice(0, end)
const options = end < 0 ? [] : given.slice(end + 1)

const failed: string[] = []
for (const version of versions.length > 0 ? versions : usual) {
  process.stdout.write(`Node ${version}\n`)
  if (!(await passesOn(version))) failed.push(version)
}
if (failed.length > 0) {
  process.stderr.write(`failed on Node ${failed.join(', ')}\n`)
  process.exitCode = 1
}

/** A version without a build for this machine is skipped, with the reason on its line. */
async function passesOn(version: string): Promise<boolean> {
  const installation = await installNode(version)
  if (installation.kind === 'no-build') {
    process.stdout.write(`skipped: ${installation.reason}\n`)
    return true
  }
  const { binary } = installation
  const vitest = join(repository, 'node_modules', 'vitest', 'vitest.mjs')
  const { status } = spawnSync(binary, [vitest, 'run', '--project', 'unit', ...options], {
    cwd: repository,
    stdio: 'inherit',
    // Programs that tests start by name must be this Node too.
    env: { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` },
  })
  return status === 0
}
