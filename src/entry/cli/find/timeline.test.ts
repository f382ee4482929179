import { afterEach, beforeEach, expect, it } from 'vitest'
import { sessionPayloads } from '../../../../test/support/homes/claude-payloads.ts'
import { writeSpoolFile } from '../../../../test/support/homes/spool-files.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

let world: World
let session: { id: string; timeline: { id: string }[] }

const cli = (...args: string[]) => runCli(world, args)
const read = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

beforeEach(async () => {
  world = createWorld()
  const { start, prompt, stop } = sessionPayloads('s1', world.project)
  writeSpoolFile(world.paths.spool, { event: 'SessionStart' }, start())
  for (const turn of [1, 2, 3, 4, 5]) {
    writeSpoolFile(world.paths.spool, { event: 'UserPromptSubmit' }, prompt(turn, `Ask ${turn}`))
    writeSpoolFile(world.paths.spool, { event: 'Stop' }, stop(turn, `Answer ${turn}`))
  }
  session = await read('sessions', 's1')
})

afterEach(() => world.close())

const turnId = (number: number) => session.timeline[number - 1]?.id ?? ''

it('shows what surrounds a turn and marks the one that was asked about', async () => {
  const { stdout, code } = await cli('timeline', turnId(3), '--before', '1', '--after', '1')
  expect(code).toBe(0)
  const [first, ...items] = stdout.trimEnd().split('\n')
  expect(first).toBe(`session ${session.id.slice(-10)}`)
  expect(items.map((line) => /Ask \d/.exec(line)?.[0])).toEqual(['Ask 2', 'Ask 3', 'Ask 4'])
  expect(items.map((line) => line.startsWith('>'))).toEqual([false, true, false])
})

it('gives the items as JSON', async () => {
  const { items } = await read('timeline', turnId(1), '--after', '0')
  expect(items).toMatchObject([{ type: 'turn', id: turnId(1), isAsked: true }])
})

it('refuses an id nobody has and a number that is none', async () => {
  const missing = await cli('timeline', '0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77')
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(/^throughline: /)
  expect(await cli('timeline', turnId(1), '--before', 'all')).toMatchObject({ code: 2, stdout: '' })
  expect((await cli('timeline')).code).toBe(2)
})
