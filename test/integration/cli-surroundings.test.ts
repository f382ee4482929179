/** The command where its folder was removed, where its output goes nowhere, or nobody reads on. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../support/homes/world.ts'

const bin = fileURLToPath(new URL('../../bin/throughline.js', import.meta.url))

let world: World

beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

/** @param script with `$throughline` in it */
function shell(script: string) {
  const { status, stdout, stderr } = spawnSync('/bin/bash', ['-c', script], {
    cwd: world.project,
    env: { ...world.env, throughline: `${process.execPath} ${bin}` },
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

describe('in a folder that was removed', () => {
  const there = (command: string) => {
    mkdirSync(world.path('gone'), { recursive: true })
    return shell(`cd ${world.path('gone')} && rmdir ${world.path('gone')} && ${command}`)
  }

  it.each([
    '--version',
    '--help',
    'recall --help',
    'status',
    'sessions',
    'projects list',
    'config list',
    'export --format jsonl',
    'export /dev/null',
    'start',
    'stop',
    'guidance',
    'mcp --folder /',
  ])('%s goes on', (command) => {
    expect(there(`$throughline ${command} < /dev/null`)).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    'recall deploy',
    'remember "We deploy by hand"',
    'list',
    'context',
    'learn',
    'clear --scope project --yes',
    'export backup.tlb',
    'guidance install CLAUDE.md --yes',
    'mcp',
  ])('%s says so in a line', (command) => {
    expect(there(`$throughline ${command} < /dev/null`)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'throughline: the current folder was removed\n  go to a folder that exists, e.g. cd ~\n',
    })
  })
})

it('shows no stack trace whatever is missing', () => {
  mkdirSync(world.path('gone'))
  const { code, stderr } = shell(
    `cd ${world.path('gone')} && rmdir ${world.path('gone')} && THROUGHLINE_HOME=here $throughline list`,
  )
  expect(code).toBe(2)
  expect(stderr).toMatch(/^throughline: .+\n {2}.+\n$/)
})

describe.skipIf(!existsSync('/dev/full'))('where nothing can be written', () => {
  beforeEach(() => {
    shell('$throughline remember "We deploy by hand"')
  })

  it.each(['recall deploy', 'list', 'export --format jsonl', '--help'])(
    '%s says so in a line',
    (command) => {
      const run = shell(`$throughline ${command} > /dev/full`)
      expect(run.code).toBe(1)
      expect(run.stderr).toMatch(/^throughline: .*no space left on device.*\n$/)
    },
  )

  it.each(['recall deploy', 'list'])('%s --json says so as JSON', (command) => {
    const run = shell(`$throughline ${command} --json > /dev/full`)
    expect(run.code).toBe(1)
    expect(JSON.parse(run.stderr).error.message).toContain('no space left on device')
  })
})

describe('when nobody reads on', () => {
  it.each(['recall deploy', 'list', 'export --format jsonl'])(
    '%s ends in silence',
    async (command) => {
      shell('$throughline remember "We deploy by hand"')
      const { env, project: cwd } = world
      const child = spawn(process.execPath, [bin, ...command.split(' ')], { cwd, env: { ...env } })
      world.watch(child)
      child.stdout.destroy()
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    },
  )
})
