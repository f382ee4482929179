import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
beforeEach(() => {
  world = createWorld()
})
afterEach(() => world.close())

const cli = (...args: string[]) => runCli(world, args)
const press = (keys: string) => runCli(world, ['review'], { isTerminal: true, keys })
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)
const remember = (text: string) => cli('remember', text)
const contents = async (): Promise<string[]> =>
  (await read('list')).memories.map(({ content }: { content: string }) => content).sort()

async function rememberTwo(): Promise<void> {
  await remember('The staging server listens on port 8080')
  await remember('The staging server listens on port 9090')
}

describe('throughline review', () => {
  it('says so when there is nothing', async () => {
    expect((await cli('review')).stdout).toMatch(/^Nothing to review\./)
    expect((await press('')).stdout).toMatch(/^Nothing to review\./)
  })

  it('lists with keys, and decides by them', async () => {
    await rememberTwo()
    const { stdout } = await cli('review')
    expect(stdout).toMatch(/^[0-9a-f]{12} {2}near-duplicate {2}merge {2}The staging server/)
    expect(stdout).toMatch(/\n1 near-duplicate\n$/)
    const { items } = await read('review')
    expect((await cli('review', 'decide', items[0].key, 'merge')).stdout).toMatch(/^Merged\.\n/)
    expect(await contents()).toEqual(['The staging server listens on port 9090'])
    expect((await cli('review', 'undo')).stdout).toMatch(/^Undone: merge of /)
    expect(await contents()).toHaveLength(2)
  })

  it('says how many there are beside those it shows', async () => {
    await rememberTwo()
    await remember('Use tabs')
    await remember('Never use tabs')
    expect((await cli('review', '--limit', '1')).stdout).toMatch(
      /\n2 items in all; --offset 1 shows the next ones\n$/,
    )
    expect((await cli('review', '--offset', '1')).stdout).not.toContain('in all')
    expect((await cli('review', '--offset', '5')).stdout).toBe(
      '1 contradiction, 1 near-duplicate\nThere are only 2 items.\n',
    )
  })

  it('shows both and the words that differ, and takes one key each', async () => {
    await rememberTwo()
    const { stdout } = await press('d')
    expect(stdout).toContain('They differ only in a name, a number or a path.')
    expect(stdout).toContain('The staging server listens on port [-9090-]{+8080+}')
    expect(stdout).toContain('k keep both  m merge  d drop the one that goes  x swap')
    expect(stdout).toMatch(/Dropped \S+; it can be restored for 30 days\.\nNothing to review\./)
    expect(await contents()).toEqual(['The staging server listens on port 9090'])
  })

  it('swaps which one goes', async () => {
    await rememberTwo()
    await press('xd')
    expect(await contents()).toEqual(['The staging server listens on port 8080'])
  })

  it('undoes, skips, keeps and ends where one quits', async () => {
    await rememberTwo()
    await remember('Use tabs')
    await remember('Never use tabs')
    expect((await press('q')).stdout).toMatch(/Left: 1 contradiction, 1 near-duplicate\.\n$/)
    await press('du')
    expect(await contents()).toHaveLength(4)
    expect((await press('sk')).stdout).toMatch(/Kept both\.\nLeft: 1 contradiction\.\n$/)
    expect((await press('u')).stdout).toContain('Undone: keep.')
    expect((await press('uq')).stdout).toContain('There is nothing to undo.')
  })

  it('takes no key it does not offer', async () => {
    await rememberTwo()
    await press('zé')
    expect(await contents()).toHaveLength(2)
  })

  it('refuses what is wrong', async () => {
    const wrong = await cli('review', '--kind', 'rotten')
    expect(wrong.code).toBe(2)
    const gone = await cli('review', 'decide', 'nothing', 'keep')
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/has no item/)])
    expect((await cli('review', 'decide', 'nothing', 'burn')).code).toBe(2)
    expect((await cli('review', 'undo')).stderr).toMatch(/nothing to undo/)
  })
})
