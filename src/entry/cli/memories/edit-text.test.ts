import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

/** A script in place of an editor; `$1` is the file. */
function editor(script: string): { EDITOR: string } {
  const file = world.path('fake editor')
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return { EDITOR: `"${file}"` }
}

const onTerminal = (args: string[], env: Record<string, string>) =>
  runCli(world, args, { isTerminal: true, env })
const contents = async () => {
  const { stdout } = await runCli(world, ['list', '--json'])
  return JSON.parse(stdout).memories.map(({ content }: { content: string }) => content)
}
const leftFiles = () => readdirSync(world.path('tmp'))

describe('remember without text opens the editor', () => {
  it('and stores what was written below the header', async () => {
    const run = await onTerminal(['remember'], editor('printf "# Title\\r\\nTwo lines\\n" >> "$1"'))
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(await contents()).toEqual(['# Title\nTwo lines'])
    expect(leftFiles()).toEqual([])
  })

  it('VISUAL wins over EDITOR, and either may have arguments', async () => {
    const env = editor('test "$1" = --wait && printf visual >> "$2"')
    const VISUAL = `${env.EDITOR} --wait`
    expect(await onTerminal(['remember'], { VISUAL, EDITOR: 'false' })).toMatchObject({ code: 0 })
    expect(await contents()).toEqual(['visual'])
  })

  it('and stores nothing when nothing was written', async () => {
    const run = await onTerminal(['remember'], editor('true'))
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toBe('throughline: nothing was written, so nothing is stored\n')
    expect(await contents()).toEqual([])
    expect(leftFiles()).toEqual([])
  })

  it.each(['exit 3', 'echo text >> "$1"; exit 1'])(
    'and stops when that fails: %s',
    async (script) => {
      const run = await onTerminal(['remember'], editor(script))
      expect(run).toMatchObject({ code: 1, stdout: '' })
      expect(run.stderr).toMatch(/^throughline: the editor ".*" ended with \d\n {2}.*EDITOR.*\n$/)
      expect(await contents()).toEqual([])
      expect(leftFiles()).toEqual([])
    },
  )

  it('and keeps what was written when it cannot be stored', async () => {
    const run = await onTerminal(['remember', '--kind', 'fakt'], editor('echo precious >> "$1"'))
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(run.stderr).toMatch(/did you mean "fact"\?\n/)
    const [, file = ''] = /what you wrote is kept in (.+)\n/.exec(run.stderr) ?? []
    expect(readFileSync(file, 'utf8')).toMatch(/precious\n$/)
  })

  it('but not with --json', async () => {
    const run = await onTerminal(['remember', '--json'], editor('echo text >> "$1"'))
    expect(run).toMatchObject({ code: 2, stdout: '' })
    expect(JSON.parse(run.stderr).error.code).toBe('invalid-input')
  })
})

describe('edit without options opens the editor', () => {
  beforeEach(async () => {
    await runCli(world, ['remember', 'The port is 4173', '--key', 'port'])
  })

  it('with its text, and keeps the rest', async () => {
    const run = await onTerminal(['edit', 'port'], editor(`sed -i.old 's/4173/8080/' "$1"`))
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Changed \S+, now version 2\n {2}The port is 8080\n$/)
    expect(await contents()).toEqual(['The port is 8080'])
    expect(leftFiles()).toEqual([])
  })

  it('and says so when nothing changed', async () => {
    expect(await onTerminal(['edit', 'port'], editor('true'))).toEqual({
      code: 0,
      stdout: 'Nothing changed.\n',
      stderr: '',
    })
  })

  it('and changes nothing when nothing is left', async () => {
    const run = await onTerminal(['edit', 'port'], editor(': > "$1"'))
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/nothing was changed\n {2}throughline forget \S+/)
    expect(await contents()).toEqual(['The port is 4173'])
  })

  it('and does not overwrite a change made meanwhile', async () => {
    const inBetween = `echo mine >> "$1"; touch ${world.path('open')}; while [ ! -f ${world.path('go')} ]; do sleep 0.01; done`
    const editing = onTerminal(['edit', 'port'], editor(inBetween))
    await expect.poll(() => readdirSync(world.folder), { timeout: 10_000 }).toContain('open')
    await runCli(world, ['edit', 'port', '--content', 'The port is 9999'])
    writeFileSync(world.path('go'), '')
    const run = await editing
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/version 2, not 1.*\n.*kept in/)
    expect(await contents()).toEqual(['The port is 9999'])
  })

  it('but not for an unknown memory', async () => {
    const run = await onTerminal(['edit', 'prot'], editor('touch "$1".opened'))
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(leftFiles()).toEqual([])
  })
})
