import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { type HomePaths, homePaths } from '../../home/paths.ts'
import { commandLauncher, hookLauncher, writeLaunchers } from './write-launchers.ts'

let paths: HomePaths

/** A home with a quote in its name, and a program that prints what it gets. */
beforeEach(() => {
  paths = homePaths(join(makeTemporaryFolder(), "ada's home"))
  const folder = join(paths.versions, '1.0.0-0123456789')
  const print =
    'process.stdout.write([process.env.THROUGHLINE_HOME, ...process.argv.slice(2)].join())'
  for (const file of ['bin/throughline.js', 'dist/entry/hook/main.cjs']) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), print)
  }
  writeFileSync(paths.versionsInUse, '1.0.0-0123456789\n0.9.0-0123456789\n')
})

let env: Record<string, string>
beforeEach(() => {
  env = { PATH: '/usr/bin:/bin', version: 'of another program' }
})

const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('for a shell', () => {
  it('the version in use runs, with the home it belongs to', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'linux' })
    expect(readdirSync(paths.bin)).toEqual(['throughline'])
    const printed = { status: 0, stdout: `${paths.root},recall,a b`, stderr: '' }
    expect(run(paths.command, 'recall', 'a b')).toEqual(printed)
  })

  it('another home is for commands that people type, not for what agents start', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'linux' })
    env.THROUGHLINE_HOME = '/elsewhere'
    expect(run(paths.command, 'list').stdout).toBe('/elsewhere,list')
    expect(run(paths.command, 'mcp').stdout).toBe(`${paths.root},mcp`)
    expect(run(paths.command, 'hook', 'codex', 'Stop').stdout).toBe(`${paths.root},hook,codex,Stop`)
  })

  it('the environment makes Node load nothing', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'linux' })
    const intruder = join(paths.root, 'intruder.cjs')
    writeFileSync(intruder, 'process.stdout.write("intruder")')
    env.NODE_OPTIONS = `--require "${intruder}"`
    expect(run(paths.command, 'list').stdout).toBe(`${paths.root},list`)
  })

  it('without a version it says what to do', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'linux' })
    rmSync(paths.versions, { recursive: true })
    const { status, stderr } = run(paths.command, 'status')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^throughline: .*npx throughline setup\n$/)
  })
})

describe('for Windows, run by Node', () => {
  it('the command, the MCP server and the hook run the version in use', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'win32' })
    env.THROUGHLINE_HOME = '/elsewhere'
    const printed = { status: 0, stdout: `${paths.root},mcp`, stderr: '' }
    expect(run(process.execPath, commandLauncher(paths), 'mcp')).toEqual(printed)
    const hook = run(process.execPath, hookLauncher(paths), 'claude-code', 'Stop')
    expect(hook).toEqual({
      status: 0,
      stdout: `/elsewhere,claude-code,Stop,${paths.root}`,
      stderr: '',
    })
    const command = readFileSync(`${paths.command}.cmd`, 'utf8')
    expect(command).toBe(`@"${process.execPath}" "%~dp0throughline.mjs" %*\r\n`)
  })

  it('the hook is silent if no version is there', () => {
    writeLaunchers(paths, { node: process.execPath, platform: 'win32' })
    rmSync(paths.versions, { recursive: true })
    const silence = { status: 0, stdout: '', stderr: '' }
    expect(run(process.execPath, hookLauncher(paths), 'claude-code', 'Stop')).toEqual(silence)
  })
})
