import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { type RunOptions, runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'

let world: World
beforeEach(() => {
  world = createWorld()
  mkdirSync(join(world.project, 'src'))
  put('package.json', { scripts: { 'lint:fix': 'biome' } })
})
afterEach(() => world.close())

const put = (file: string, content: unknown) =>
  writeFileSync(join(world.project, file), JSON.stringify(content))
const throughline = (args: string[], options: RunOptions = {}) =>
  runCli(world, args, { cwd: world.project, columns: 80, ...options })
const remember = async (content: string, ...more: string[]): Promise<string> => {
  const { stdout } = await throughline(['remember', content, ...more, '--json'])
  return JSON.parse(stdout).memory.id
}
/** What the daemon does every ten minutes. */
async function check() {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  await local.jobs.checkMemories(AbortSignal.timeout(20_000))
  local.close()
}
const isGiven = async (id: string) => (await throughline(['context', '--json'])).stdout.includes(id)
const lint = 'Formatting is fixed with `npm run lint:fix`'

describe('throughline check', () => {
  it('says how each check of a memory stands, as show does', async () => {
    const id = await remember(`${lint}; needs vite 5 or newer`)
    await check()
    put('package.json', { scripts: {} })
    await check()
    const { stdout } = await throughline(['check', id])
    expect(stdout).toMatch(
      /^1 +package.json has the script `lint:fix` +fails since \d{4}-\d\d-\d\d$/m,
    )
    expect(stdout).toMatch(/^2 +package.json asks for vite 5 or newer +has not passed yet$/m)
    const shown = (await throughline(['show', id])).stdout
    expect(shown).toMatch(/^checks +package.json has the script `lint:fix`: fails since/m)
    expect(shown).toMatch(/^ +package.json asks for vite 5 or newer: has not passed yet$/m)
    put('package.json', { scripts: { 'lint:fix': 'biome' } })
    expect((await throughline(['check', id])).stdout).toMatch(/lint:fix` +passes$/m)
  })

  it('adds one, which counts on its own and outlives a change of the text', async () => {
    put('src/config.ts', 'maxRetries')
    const id = await remember('Uploads are tried three times')
    const add = ['check', id, '--file', './src/config.ts', '--contains', 'maxRetries']
    const { stdout, code } = await throughline(add)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^1 +src\/config.ts contains maxRetries +passes, added by you$/m)
    await throughline(['edit', id, 'Uploads are tried four times'])
    expect(await isGiven(id)).toBe(true)
    put('src/config.ts', 'retries')
    expect(await isGiven(id)).toBe(false)
  })

  it('adds one that does not hold yet, and counts it once it has', async () => {
    const id = await remember('Uploads are tried three times')
    const { stdout } = await throughline(['check', id, '--file', 'src/later.ts'])
    expect(stdout).toMatch(/src\/later.ts exists +has not passed yet, added by you$/m)
    expect(await isGiven(id)).toBe(true)
  })

  it('drops one by its number, and adds it again', async () => {
    const id = await remember(lint)
    await check()
    const { stdout } = await throughline(['check', id, '--drop', '1'])
    expect(stdout).toBe(
      'This memory has no check.\ndropped by you: package.json has the script `lint:fix`\n',
    )
    put('package.json', { scripts: {} })
    await check()
    expect(await isGiven(id)).toBe(true)
    put('package.json', { scripts: { 'lint:fix': 'biome' } })
    await throughline(['check', id, '--script', 'lint:fix'])
    put('package.json', { scripts: {} })
    expect(await isGiven(id)).toBe(false)
  })

  it('counts again what is added after the memory was kept in review', async () => {
    const id = await remember(lint)
    await check()
    put('package.json', { scripts: {} })
    const { items } = JSON.parse((await throughline(['review', '--list', '--json'])).stdout)
    await throughline(['review', 'decide', items[0].key, 'keep'])
    expect((await throughline(['check', id])).stdout).toContain('you kept it in review')
    expect(await isGiven(id)).toBe(true)
    await throughline(['check', id, '--ignored', 'dist/'])
    expect(await isGiven(id)).toBe(false)
  })

  it.each([
    [['--file', '../other/a.ts'], '"../other/a.ts" is not inside the project'],
    [['--file', '/etc/passwd'], '"/etc/passwd" is not inside the project'],
    [['--needs', 'node'], '"node" names no version'],
    [['--contains', 'maxRetries'], 'say which file contains it'],
    [['--drop', '7'], 'this memory has no check 7'],
    [['--script', 'a', '--ignored', 'b'], 'add one check, or drop one'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await throughline(['check', await remember(lint), ...args])
    expect(code).toBe(args[0] === '--drop' ? 1 : 2)
    expect(stderr).toContain(message)
    expect(stderr.trimEnd().split('\n').length).toBeLessThan(3)
  })

  it('refuses a memory without a project, and an agent', async () => {
    const everywhere = await remember(lint, '--scope', 'global')
    expect(await throughline(['check', everywhere, '--script', 'x'])).toMatchObject({ code: 2 })
    const id = await remember('Uploads are tried three times')
    const env = { CLAUDECODE: '1' }
    const { code, stderr } = await throughline(['check', id, '--script', 'x'], { env })
    expect([code, stderr]).toEqual([1, expect.stringContaining('only you can do this')])
    expect(await throughline(['check', id], { env })).toMatchObject({ code: 0 })
  })
})
