import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCandidates } from '../../../../test/support/homes/candidates.ts'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { createWorld, makeClone, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { openLocal } from '../../../compose/local.ts'
import type { InputOf } from '../../../contract/operations/index.ts'

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
    expect(stdout).toMatch(/^[0-9a-f]{12} {2}near-duplicate {2}merge\? {2}The staging server/)
    expect(stdout).toMatch(/\n1 near-duplicate\nthroughline review {2}.+\n$/)
    const { items } = await read('review')
    expect((await cli('review', 'decide', items[0].key, 'merge')).stdout).toMatch(/^Merged\.\n/)
    expect(await contents()).toEqual(['The staging server listens on port 9090'])
    expect((await cli('review', 'undo')).stdout).toMatch(/^Undone: merge of /)
    expect(await contents()).toHaveLength(2)
  })

  it('says how many more there are than it shows', async () => {
    await rememberTwo()
    await remember('Use tabs')
    await remember('Never use tabs')
    expect((await cli('review', '--limit', '1')).stdout).toMatch(
      /\n2 items in all; --offset 1 shows the next ones\nthroughline review {2}.+\n$/,
    )
    expect((await cli('review', '--offset', '1')).stdout).not.toContain('in all')
    expect((await cli('review', '--offset', '5')).stdout).toBe(
      '1 contradiction, 1 near-duplicate\nThere are only 2 items.\n',
    )
  })

  it('shows both texts with their differences, and reads one key each', async () => {
    await rememberTwo()
    const { stdout } = await press('d')
    expect(stdout).toContain('They differ only in a name, a number or a path.')
    expect(stdout).toContain('The staging server listens on port [-9090-]{+8080+}')
    expect(stdout).toContain('k keep both  m merge  d drop the second  x swap')
    expect(stdout).toMatch(/Dropped \S+; it can be restored for 30 days\.\nNothing to review\./)
    expect(await contents()).toEqual(['The staging server listens on port 9090'])
  })

  it.each([80, 40])('breaks lines between words on a terminal of %d columns', async (columns) => {
    await rememberTwo()
    const long = Array.from({ length: 30 }, (_, n) => `word${n}`).join(' ')
    await remember(`${long} on port 8080`)
    await remember(`${long} on port 9090`)
    const { stdout } = await runCli(world, ['review'], { isTerminal: true, keys: 'sq', columns })
    const texts = stdout.split('\n').filter((line) => line.startsWith('    '))
    expect(texts.length).toBeGreaterThan(6)
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(columns)
    if (columns < 80) return
    const widest = Math.max(...stdout.split('\n').map(({ length }) => length))
    expect(widest).toBeLessThanOrEqual(columns)
  })

  it('breaks the line of keys between them, never within one', async () => {
    await rememberTwo()
    for (const columns of [30, 50, 64, 80]) {
      const { stdout } = await runCli(world, ['review'], { isTerminal: true, keys: 'q', columns })
      const lines = stdout.split('\n')
      const [first, last] = ['k keep', 'q quit'].map((key) =>
        lines.findIndex((line) => line.includes(key)),
      )
      const keys = lines.slice(first, (last ?? 0) + 1)
      expect(keys.map((line) => line.length <= columns)).not.toContain(false)
      expect(keys.flatMap((line) => line.split('  '))).toEqual([
        'k keep both',
        'm merge',
        'd drop the second',
        'x swap',
        's skip',
        'u undo',
        'q quit',
      ])
    }
  })

  it('marks no words of two texts that have little in common', async () => {
    await remember('Use tabs')
    await remember('Never use tabs')
    const { stdout } = await press('q')
    expect(stdout).toContain('    Never use tabs\n')
    expect(stdout).not.toMatch(/\[-|\{\+/)
  })

  it('swaps which one goes', async () => {
    await rememberTwo()
    await press('xd')
    expect(await contents()).toEqual(['The staging server listens on port 8080'])
  })

  it('undoes, skips, keeps, and ends when the user quits', async () => {
    await rememberTwo()
    await remember('Use tabs')
    await remember('Never use tabs')
    expect((await press('q')).stdout).toMatch(/Left: 1 contradiction, 1 near-duplicate\.\n$/)
    await press('1u')
    expect(await contents()).toHaveLength(4)
    expect((await press('sk')).stdout).toMatch(/Kept both\.\nLeft: 1 contradiction\.\n$/)
    expect((await press('u')).stdout).toContain('Undone: keep.')
    expect((await press('uq')).stdout).toContain('There is nothing to undo.')
  })

  it('keeps one of two contradicting memories, and never merges them', async () => {
    await remember('Use tabs')
    await remember('Never use tabs')
    const { stdout } = await press('mkd2')
    expect(stdout).toContain('1 keep the first  2 keep the second  b both hold, because …')
    expect(stdout).toContain('Suggested: keep 1')
    expect(stdout.split('Press one of the keys above.')).toHaveLength(4)
    expect(stdout).toMatch(/\nDropped \S+; it can be restored for 30 days\.\nNothing to review\./)
    expect(await contents()).toEqual(['Use tabs'])
  })

  it('keeps two contradicting memories for a reason, which show repeats', async () => {
    await remember('Use tabs')
    await remember('Never use tabs')
    const editor = `sh -c 'echo "Makefiles need tabs" >> "$0"'`
    const env = { EDITOR: editor }
    const { stdout } = await runCli(world, ['review'], { isTerminal: true, keys: 'b', env })
    expect(stdout).toContain('\nBoth are true, because Makefiles need tabs\nNothing to review.')
    const [{ id }] = (await read('list')).memories
    expect((await cli('show', id)).stdout).toMatch(
      /^also valid +\S+, because Makefiles need tabs$/m,
    )
    await cli('review', 'undo')
    const { items } = await read('review')
    const refused = await cli('review', 'decide', items[0].key, 'keep')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/say why both/)])
    const decide = ['review', 'decide', items[0].key, 'keep', '--because', 'of Makefiles']
    expect((await cli(...decide)).stdout).toMatch(/^Both are true, because of Makefiles\n/)
  })

  it('ignores keys it does not offer', async () => {
    await rememberTwo()
    const { stdout } = await press('zé')
    expect(await contents()).toHaveLength(2)
    expect(stdout.split('1 item left')).toHaveLength(2)
    expect(stdout.split('Press one of the keys above.')).toHaveLength(3)
  })

  it('refuses wrong decisions', async () => {
    const wrong = await cli('review', '--kind', 'rotten')
    expect(wrong.code).toBe(2)
    const gone = await cli('review', 'decide', 'nothing', 'keep')
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/has no item/)])
    expect((await cli('review', 'decide', 'nothing', 'burn')).code).toBe(2)
    expect((await cli('review', 'undo')).stderr).toMatch(/nothing to undo/)
  })
})

/** @returns the id of the turn */
async function captureTurn(prompt: string, answer: string): Promise<string> {
  const payloads = sessionPayloads('s1', world.project)
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    for (const [event, payload] of [
      ['SessionStart', payloads.start()],
      ['UserPromptSubmit', payloads.prompt(1, prompt)],
      ['Stop', payloads.stop(1, answer)],
    ] as const) {
      const envelope = { host: 'claude-code', event, cwd: world.project }
      await local.spool.add(envelope, JSON.stringify(payload))
    }
    await local.drain(AbortSignal.timeout(10_000))
    const { timeline } = await local.operations.getSession({ id: 's1' })
    return timeline[0]?.id ?? ''
  } finally {
    local.close()
  }
}

/** @returns the id of the memory */
async function storeFrom(
  turn: string,
  given: Omit<InputOf<'storeMemory'>, 'source' | 'trust' | 'sources'>,
): Promise<string> {
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  try {
    const by = { source: 'manual', trust: 'user' } as const
    const sources = [{ type: 'turn' as const, ref: turn }]
    return (await local.operations.storeMemory({ ...given, ...by, sources })).memory.id
  } finally {
    local.close()
  }
}

describe('candidates in review', () => {
  const heard = 'Run the migrations before the checkout tests'

  async function learnCandidate(): Promise<string> {
    const said = 'no, stop. run the migrations before the checkout tests. then try it again'
    const turn = await captureTurn(said, 'Right: the migrations run first now. All 12 tests pass.')
    const id = await storeFrom(turn, { content: heard, folder: world.project })
    makeCandidates(world, [id])
    return id
  }

  it('show what was said, and become memories with one key', async () => {
    const id = await learnCandidate()
    const { stdout } = await press('k')
    expect(stdout).toContain('Learned from what you said; not confirmed yet.')
    expect(stdout).toMatch(/just now in Claude Code, session [0-9a-f]{10}\n/)
    expect(stdout).toContain('    You:   run the migrations before the checkout tests.')
    expect(stdout).toContain('    Agent: Right: the migrations run first now.')
    expect(stdout).toContain('k keep  e edit  d drop  s skip  u undo  q quit')
    expect(stdout).toContain('Kept as a memory.')
    expect((await cli('show', id)).stdout).toMatch(/^standing +memory: confirmed by you$/m)
  })

  it('that rules quoted are kept in clean words, if those are certain', async () => {
    const turn = await captureTurn('please, never push to main, thanks!', 'I will not.')
    const content = 'Never push to main, thanks!'
    const id = await storeFrom(turn, { content, folder: world.project })
    makeCandidates(world, [id], 'heuristic')
    const { stdout } = await runCli(world, ['review', '--kind', 'candidate'], {
      isTerminal: true,
      keys: 'c',
    })
    expect(stdout).toContain('In clean words\n    Never push to main.\n')
    expect(stdout).toContain('k keep  c keep in clean words  e edit  d drop')
    expect(await contents()).toEqual(['Never push to main.'])
  })

  it('are counted without the weak ones, which are not shown', async () => {
    await remember('The staging server listens on port 9090')
    makeCandidates(world, undefined, 'heuristic')
    await learnCandidate()
    expect((await cli('review')).stdout).toMatch(
      /\n\n1 candidate\n1 weak candidate not shown: throughline review --kind candidate\n/,
    )
  })

  it('are kept in other words, or dropped', async () => {
    await learnCandidate()
    const { items } = await read('review', '--kind', 'candidate')
    const content = 'Migrations run before the checkout tests: they need the new tables'
    const kept = await cli('review', 'decide', items[0].key, 'keep', '--content', content)
    expect(kept.stdout).toMatch(/^Kept as a memory\.\n/)
    expect(await contents()).toEqual([content])
    await cli('review', 'undo')
    expect((await press('d')).stdout).toContain('Dropped; it is not learned again.')
    expect(await contents()).toEqual([])
  })
})

describe('proposals in review', () => {
  const agent = async (tool: 'storeMemory' | 'forgetMemory' | 'updateMemory', input: object) => {
    const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
    try {
      const { [tool]: call } = local.agentOperations
      const place = { folder: world.project, trust: 'agent', source: 'manual', now: false }
      await call({ ...place, ...input } as never, { host: 'claude-code' })
    } finally {
      local.close()
    }
  }
  const rememberOne = async () => {
    await remember('Deploy on Mondays, because support is there')
    return (await read('list')).memories[0].id as string
  }

  it('come first, with who proposes and what would change, and are accepted with one key', async () => {
    await rememberTwo()
    const id = (await read('list')).memories[0].id
    await agent('updateMemory', { id, content: 'The staging server listens on port 7070' })
    const { stdout } = await press('a')
    expect(stdout).toContain('proposal, 2 items left\nClaude Code wants to change this memory.\n')
    expect(stdout).toContain('It would become\n    The staging server listens on port [-9090-]')
    expect(stdout).toContain('a accept  e edit  d drop  s skip  u undo  q quit')
    expect(stdout).toContain('\nAccepted.\n')
    expect(await contents()).toContain('The staging server listens on port 7070')
  })

  it('are dropped, undone and listed', async () => {
    const id = await rememberOne()
    await agent('forgetMemory', { id })
    expect((await cli('review')).stdout).toMatch(
      /^[0-9a-f]{12} {2}proposal: forget {2}accept\? {2}Deploy on Mondays.*\n\n1 proposal\nthroughline review {2}.+\n$/,
    )
    expect((await cli('status')).stdout).toMatch(/^review +1 waiting \(throughline review\)$/m)
    const dropped = (await press('d')).stdout
    expect(dropped).toContain('It would be forgotten.')
    expect(dropped).toContain('Dropped the proposal; it is not made again.')
    expect((await cli('review', 'undo')).stdout).toMatch(/^Undone: drop of /)
    expect((await press('a')).stdout).toMatch(
      /Accepted: forgot \S+; it can be restored for 30 days\./,
    )
    expect(await contents()).toEqual([])
  })

  it('are accepted in words from the editor', async () => {
    await agent('storeMemory', { content: 'Use tabs', scope: 'global' })
    const editor = `sh -c 'echo "Use tabs in Makefiles" > "$0"'`
    const { stdout } = await runCli(world, ['review'], {
      ...{ isTerminal: true, keys: 'e', env: { EDITOR: editor } },
    })
    expect(stdout).toContain('It would be stored as\n    Use tabs\n    scope: global\n')
    expect(stdout).toContain('\nAccepted.\n')
    expect(await contents()).toEqual(['Use tabs in Makefiles'])
  })

  it('show the turns they were learned from', async () => {
    mkdirSync(world.path('gadgets'))
    makeClone(world.path('gadgets'), 'https://github.com/acme/gadgets.git')
    const turn = await captureTurn('Keep your answers short.', 'I will.')
    const said = { content: 'Keep answers short', kind: 'preference' } as const
    await storeFrom(turn, { ...said, folder: world.project })
    await storeFrom(turn, { ...said, folder: world.path('gadgets') })
    await cli('consolidate', '--all')
    const { stdout } = await press('q')
    expect(stdout).toContain('Suggestion: make this memory global (the same preference in 2')
    expect(stdout).toMatch(/\nsources:\n {2}turn \S+ in Claude Code {2}.*\s+Keep your/)
  })
})
