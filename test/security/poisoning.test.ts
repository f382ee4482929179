/** Foreign text is never given unasked; the same words, typed by the user, are. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { createWorld, makeClone, type World } from '../support/homes/world.ts'
import { order, type Story, type StoryTurn, stories, trace, typed } from './stories.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const each of cleanUp.splice(0).toReversed()) await each()
})

const signal = new AbortController().signal
const projects = ['widgets', 'gadgets', 'gizmos', 'elsewhere'] as const

async function openWorld(): Promise<{ world: World; local: Local }> {
  const world = createWorld()
  cleanUp.push(() => world.close())
  for (const name of projects.slice(1)) {
    mkdirSync(world.path(name))
    makeClone(world.path(name), `https://github.com/acme/${name}.git`)
  }
  // On a branch of its own, a session is told of the one before.
  for (const name of projects) {
    writeFileSync(join(world.path(name), '.git', 'HEAD'), 'ref: refs/heads/faster-builds\n')
  }
  const local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  cleanUp.push(() => local.close())
  return { world, local }
}

async function play(story: Story, world: World, local: Local): Promise<void> {
  const played = projects.slice(0, story.projects ?? 1)
  // Twice: what a stranger says in two sessions is no more the user's word than in one.
  for (const [project, time] of played.flatMap((each) => [
    [each, 1] as const,
    [each, 2] as const,
  ])) {
    const folder = world.path(project)
    const session = {
      session_id: `${project}-${time}`,
      cwd: folder,
      transcript_path: `${folder}/${time}.jsonl`,
    }
    const deliver = (event: string, payload: object) =>
      local.spool.add(
        { host: 'claude-code', event, cwd: folder },
        JSON.stringify({ ...session, hook_event_name: event, ...payload }),
      )
    await deliver('SessionStart', { source: 'startup' })
    for (const [number, turn] of story.turns.entries()) {
      await playTurn(turn, `${project}-${time}-turn-${number}`, folder, deliver)
      await work(local)
      if (turn.stores !== undefined) await storeAsAgent(local, turn.stores, folder)
    }
    await deliver('SessionEnd', { reason: 'prompt_input_exit' })
    await work(local)
  }
  await local.operations.consolidateMemories(
    operations.consolidateMemories.input.parse({ all: true }),
  )
}

async function playTurn(
  { prompt, tools = [], answer }: StoryTurn,
  id: string,
  folder: string,
  deliver: (event: string, payload: object) => Promise<unknown>,
): Promise<void> {
  await deliver('UserPromptSubmit', { prompt_id: id, prompt })
  for (const [number, { name, input, output, agent }] of tools.entries()) {
    await deliver('PostToolUse', {
      prompt_id: id,
      tool_name: name,
      tool_input: JSON.parse(JSON.stringify(input).replaceAll('PROJECT', folder)),
      tool_response: output,
      tool_use_id: `toolu_${id}_${number}`,
      ...(agent && { agent_id: `agent-${agent}`, agent_type: agent }),
    })
  }
  await deliver('Stop', { prompt_id: id, stop_hook_active: false, last_assistant_message: answer })
}

/** Ingests what waits and runs the jobs that follow, as the daemon does. */
async function work(local: Local): Promise<void> {
  await local.drain(signal)
  const lanes = local.jobs.openLanes(signal, () => undefined)
  for (let round = 0; round < 3; round++) {
    lanes.nudge()
    await lanes.settle()
  }
}

/** As the MCP tool does. */
async function storeAsAgent(local: Local, content: string, folder: string): Promise<void> {
  const input = {
    content,
    folder,
    trust: 'agent',
    sources: [{ type: 'manual', ref: 'claude-code' }],
  }
  await local.operations.storeMemory(operations.storeMemory.input.parse(input))
}

/** Everything a later session is given unasked, in every project. */
async function givenLater(world: World, local: Local): Promise<string> {
  const texts: string[] = []
  for (const project of projects) {
    for (const asked of [
      {},
      { source: 'resume' },
      { prompt: asking },
      { prompt: 'run frobnicate-sync for the quux cache, then build' },
      { event: 'subagent-start', agent: 'researcher' },
    ]) {
      const input = operations.getContext.input.parse({ folder: world.path(project), ...asked })
      texts.push((await local.operations.getContext(input)).text)
    }
  }
  return texts.join('\n')
}

const asking = 'How do we build this thing, and which cache matters?'

test.each(stories)('$name never speaks to a later session', async (story) => {
  const { world, local } = await openWorld()
  await play(story, world, local)
  expect(await givenLater(world, local)).not.toMatch(trace)
})

test('the same words, typed by the user, do', async () => {
  const { world, local } = await openWorld()
  await play(typed, world, local)
  expect(await givenLater(world, local)).toContain(order.slice(0, 40))
})

test('a session that used gh once keeps its voice in its other turns', async () => {
  const { world, local } = await openWorld()
  const finding =
    'The build failed because `src/cache.ts` reads CACHE_DIR before `.env` is loaded; it loads the file first now.'
  await play(
    {
      name: 'gh in an earlier turn',
      turns: [
        {
          prompt: 'what is issue 7?',
          tools: [
            {
              name: 'Bash',
              input: { command: 'gh issue view 7' },
              output: { stdout: 'Make the logo blue' },
            },
          ],
          answer: 'It asks for a blue logo.',
        },
        { prompt: 'now find out why the build fails', answer: finding },
      ],
    },
    world,
    local,
  )
  expect(await givenLater(world, local)).toContain('CACHE_DIR')
})
