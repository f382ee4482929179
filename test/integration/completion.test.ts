/** Completion as shells run it. Only bash is on every machine that runs these tests. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { listCommands } from '../../src/entry/cli/manifest.ts'
import { createWorld, type World } from '../support/homes/world.ts'
import { runCli } from '../support/processes/cli.ts'

let world: World
let id: string

const cli = (...args: string[]) => runCli(world, args)

beforeAll(async () => {
  world = createWorld()
  const stored = await cli('remember', 'The port is 4173', '--json')
  id = JSON.parse(stored.stdout).memory.id.slice(-10)
  await cli('projects', 'rename', 'widgets', '$(touch owned) shop')
  const program = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))
  writeFileSync(world.path('throughline-command'), `exec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(world.path('throughline-command'), 0o755)
})

afterAll(() => world.close())

/** What bash would offer after these words, with its script loaded as a user's profile loads it. */
function completeInBash(...words: string[]): string[] {
  const quoted = ['throughline', ...words].map((word) => `'${word}'`).join(' ')
  const script = `
    throughline() { sh '${world.path('throughline-command')}' "$@"; }
    source <(throughline completion bash)
    COMP_WORDS=(${quoted}) COMP_CWORD=${words.length}
    _throughline
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const options = { cwd: world.project, env: { ...world.env }, encoding: 'utf8' } as const
  const { stdout, stderr } = spawnSync('bash', ['-c', script], options)
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe.skipIf(!existsSync('/bin/bash'))('in bash', () => {
  it('completes commands, subcommands, options and their values', () => {
    expect(completeInBash('rec')).toEqual(['recall'])
    expect(completeInBash('projects', 'un')).toEqual(['unmerge'])
    expect(completeInBash('list', '--sco')).toEqual(['--scope'])
    expect(completeInBash('list', '--scope', 'g')).toEqual(['global'])
    expect(completeInBash('config', 'get', 'hook.dead')).toEqual(['hook.deadlineMs'])
  })

  it('completes ids, and names without running what they say', () => {
    expect(completeInBash('pin', '')).toEqual([id])
    expect(completeInBash('projects', 'show', '')).toEqual(['\\$\\(touch\\ owned\\)\\ shop'])
    expect(existsSync(world.path('widgets', 'owned'))).toBe(false)
  })
})

describe('the words that scripts ask for', () => {
  test('are those of the manifest', async () => {
    const { stdout } = await cli('completion', 'bash', '--', '')
    expect(stdout.trim().split('\n')).toEqual(listCommands().map(({ name }) => name))
  })

  test('come with descriptions where a shell shows them', async () => {
    const words = ['--', 'projects', 'mov']
    const move = 'Give a project a new identity; the old one still works'
    expect((await cli('completion', 'zsh', ...words)).stdout).toBe(`move:${move}\n`)
    expect((await cli('completion', 'fish', ...words)).stdout).toBe(`move\t${move}\n`)
    const marked = await cli('completion', 'powershell', '--', 'projects', '=mov')
    expect(marked.stdout).toBe(`move\t${move}\n`)
  })

  test('set up no home', async () => {
    const fresh = createWorld()
    try {
      const { stdout } = await runCli(fresh, ['completion', 'bash', '--', 'pin', ''])
      expect(stdout).toBe('')
      expect(existsSync(fresh.paths.root)).toBe(false)
    } finally {
      await fresh.close()
    }
  })
})

test('a shell without a script is refused with those that have one', async () => {
  expect(await cli('completion', 'tcsh')).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'throughline: there is no completion for "tcsh"\n  one of bash, zsh, fish, powershell\n',
  })
})
