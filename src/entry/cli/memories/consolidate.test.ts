import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

/** Two that come to say the same by an edit. */
async function rememberTwice(): Promise<[string, string]> {
  const one = await read('remember', 'We deploy on Mondays', '--tags', 'ci')
  const other = await read('remember', 'Something else entirely', '--tags', 'release')
  await cli('edit', other.memory.id, '--content', 'Please deploy on Mondays')
  return [one.memory.id, other.memory.id]
}

beforeEach(() => {
  world = createWorld()
})

afterEach(() => world.close())

describe('consolidate', () => {
  it('says what it did and why, and how to undo it', async () => {
    const [kept, other] = await rememberTwice()
    const { stdout, code } = await cli('consolidate')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^merged, because they say the same$/m)
    expect(stdout).toMatch(new RegExp(`^ {2}\\+ +${kept.slice(-10)} +We deploy on Mondays$`, 'm'))
    expect(stdout).toMatch(
      new RegExp(`^ {2}- +${other.slice(-10)} +Please deploy on Mondays$`, 'm'),
    )
    expect(stdout).toMatch(/^throughline consolidate undo \S+ {2}undoes it$/m)
    expect((await cli('consolidate')).stdout).toBe('Nothing to consolidate.\n')
  })

  it('only says what it would do in a dry run', async () => {
    await rememberTwice()
    const { stdout } = await cli('consolidate', '--dry-run')
    expect(stdout).toMatch(/^merged,/m)
    expect(stdout).toMatch(/A dry run: nothing was changed\.\n$/)
    expect((await read('list')).total).toBe(2)
    expect(await read('consolidate', '--dry-run')).toMatchObject({ dryRun: true, actions: [{}] })
  })

  it('can be undone: the last run, or a named one', async () => {
    await rememberTwice()
    const { id } = await read('consolidate')
    expect((await cli('consolidate', 'undo')).stdout).toBe('1 memory valid again.\n')
    expect((await read('list')).total).toBe(2)
    const again = await cli('consolidate', 'undo', id)
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/was undone .* already/)])
    expect((await cli('consolidate', 'undo')).stderr).toMatch(/there is no consolidation to undo/)
  })

  it('lists its runs', async () => {
    expect((await cli('consolidate', 'list')).stdout).toBe('Nothing has been consolidated yet.\n')
    await rememberTwice()
    await cli('consolidate', '--all')
    const { stdout } = await cli('consolidate', 'list')
    expect(stdout).toMatch(/^\S+ +every project +just now +1 merge, 0 raised, 0 closed$/m)
    await cli('consolidate', 'undo')
    expect((await read('consolidate', 'list')).consolidations).toMatchObject([
      { merged: 1, undoneAt: expect.any(String) },
    ])
  })

  it('needs a project or --all', async () => {
    const elsewhere = { cwd: '/' }
    const { code, stderr } = await runCli(world, ['consolidate'], elsewhere)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/needs a project/)])
    expect((await runCli(world, ['consolidate', '--all'], elsewhere)).code).toBe(0)
    expect((await cli('consolidate', '--project', 'unknown')).code).toBe(1)
  })
})

describe('show', () => {
  it('shows the history of merging and undoing', async () => {
    const [kept, other] = await rememberTwice()
    await cli('consolidate')
    const merged = (await cli('show', kept, '--history')).stdout
    expect(merged).toMatch(new RegExp(`^supersedes +${other.slice(-10)}$`, 'm'))
    expect(merged).toMatch(/tags: ci → ci, release/)
    await cli('consolidate', 'undo')
    const undone = (await cli('show', other, '--history')).stdout
    expect(undone).toMatch(new RegExp(`supersededBy: - → ${kept.slice(-10)}`))
    expect(undone).toMatch(new RegExp(`supersededBy: ${kept.slice(-10)} → -`))
    expect(undone).not.toMatch(/superseded by/)
  })
})
