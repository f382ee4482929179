/** Foreign text is never given unasked, at any moment; the user's and the project's own is. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findHostProtocol, type Local, openLocal } from '../../src/compose/local.ts'
import { operations } from '../../src/contract/operations/index.ts'
import { createWorld, makeClone, type World } from '../support/homes/world.ts'
import { answering, startModelServer } from '../support/models/model-servers.ts'
import { carriers } from './poisoning/carriers.ts'
import { launderings } from './poisoning/launderings.ts'
import { ownWords } from './poisoning/own-words.ts'
import { pastes } from './poisoning/pastes.ts'
import { plainNames } from './poisoning/plain-names.ts'
import { readings } from './poisoning/readings.ts'
import { asking, type Reader, type Stored, type Story, type StoryTurn } from './poisoning/story.ts'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const each of cleanUp.splice(0).toReversed()) await each()
})

const signal = new AbortController().signal
const elsewhere = 'elsewhere'
const projects = ['widgets', 'gadgets', 'gizmos', elsewhere]
const playedIn = (story: Story) => projects.slice(0, story.projects ?? 1)
const host = 'claude-code'

async function openWorld({ reader }: Story): Promise<{ world: World; local: Local }> {
  const world = createWorld()
  if (reader) {
    const { url } = await startModelServer(answering('anthropic', { text: replyOf(reader) }))
    world.writeConfig({
      learning: { reader: 'anthropic' },
      models: { anthropic: { url, apiKeyVariable: '' } },
    })
  }
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

const replyOf = ({ items = [], summary = {} }: Reader) =>
  JSON.stringify({
    summary,
    items: items.map((item) => ({
      ...{ kind: 'fact', importance: 0.9, scope: 'project', files: [], supersedes: '' },
      ...item,
    })),
  })

type Deliver = (event: string, payload: object) => Promise<unknown>

async function play(story: Story, world: World, local: Local): Promise<void> {
  for (const project of playedIn(story)) {
    const folder = world.path(project)
    for (const [number, turns] of story.sessions.entries()) {
      const session = { session_id: `${project}-${number}`, cwd: folder }
      const deliver: Deliver = (event, payload) =>
        local.spool.add(
          { host, event, cwd: folder },
          fill({ ...session, hook_event_name: event, ...payload }, world, folder),
        )
      await deliver('SessionStart', { source: 'startup' })
      for (const [index, turn] of turns.entries()) {
        await playTurn(turn, `${session.session_id}-turn-${index}`, folder, deliver, local)
      }
      await deliver('SessionEnd', { reason: 'prompt_input_exit' })
      await work(local)
    }
  }
  await local.operations.consolidateMemories(
    operations.consolidateMemories.input.parse({ all: true }),
  )
}

const fill = (payload: object, { userHome }: World, folder: string) =>
  JSON.stringify(payload).replaceAll('PROJECT', folder).replaceAll('HOME', userHome)

async function playTurn(
  { prompt, tools = [], answer, stores }: StoryTurn,
  id: string,
  folder: string,
  deliver: Deliver,
  local: Local,
): Promise<void> {
  await deliver('UserPromptSubmit', { prompt_id: id, prompt })
  if (stores?.early) await storeAsAgent(local, stores, folder)
  for (const [number, { name, input, output, agent, failed }] of tools.entries()) {
    await deliver(failed ? 'PostToolUseFailure' : 'PostToolUse', {
      prompt_id: id,
      tool_name: name,
      tool_input: input,
      ...(failed ? { error: JSON.stringify(output) } : { tool_response: output }),
      tool_use_id: `toolu_${id}_${number}`,
      ...(agent && { agent_id: `agent-${agent}`, agent_type: agent }),
    })
  }
  if (stores && !stores.early) {
    await work(local)
    await storeAsAgent(local, stores, folder)
  }
  await deliver('Stop', { prompt_id: id, stop_hook_active: false, last_assistant_message: answer })
  await work(local)
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

/** As the MCP tools do. */
async function storeAsAgent(local: Local, stored: Stored, folder: string): Promise<void> {
  const { inPlaceOf, early: _, ...said } = stored
  const agent = { host, folder }
  const by = { folder, trust: 'agent', sources: [{ type: 'manual', ref: host }] }
  const store = (input: object) =>
    local.agentOperations.storeMemory(
      operations.storeMemory.input.parse({ ...by, ...input }),
      agent,
    )
  if (inPlaceOf === undefined) {
    await store(said)
    return
  }
  const { memory } = await store({ content: inPlaceOf })
  const changed = { id: memory?.id, content: said.content, trust: 'agent' }
  await local.agentOperations.updateMemory(operations.updateMemory.input.parse(changed), agent)
}

/** Everything a later session is given unasked, in the story's projects and in another one. */
async function givenLater(story: Story, world: World, local: Local): Promise<string> {
  const { sessions } = story
  const turns = sessions.flat()
  const said = turns.flatMap(({ answer, stores }) => [answer, stores?.content ?? asking])
  const failed = turns.flatMap(({ tools = [] }) => tools.filter((tool) => tool.failed))
  const prompts = new Set([asking, 'What do I have to do before a build or a release?', ...said])
  const texts: string[] = []
  for (const project of [...playedIn(story), elsewhere]) {
    const folder = world.path(project)
    const ask = async (event: string, payload: object, session = `later-${texts.length}`) => {
      const protocol = findHostProtocol(host)
      const common = { session_id: session, cwd: folder, hook_event_name: event }
      const parsed = protocol?.parse(
        event,
        JSON.parse(fill({ ...common, ...payload }, world, folder)),
      )
      if (!protocol || !parsed) throw new Error(`${host} has no ${event}`)
      const until = Date.now() + 60_000
      texts.push(
        await local.context.answer(protocol, parsed, {
          folder,
          projectName: undefined,
          caller: {},
          until,
        }),
      )
    }
    const last = `${project}-${sessions.length - 1}`
    await ask('SessionStart', { source: 'startup' })
    await ask('SessionStart', { source: 'clear' })
    await ask('SessionStart', { source: 'resume' }, last)
    await ask('SessionStart', { source: 'compact' }, last)
    await ask('SubagentStart', { agent_id: 'a9', agent_type: 'researcher' })
    for (const prompt of prompts) await ask('UserPromptSubmit', { prompt })
    for (const { name, input, output } of failed) {
      const tool = { tool_name: name, tool_input: input, tool_use_id: 't' }
      await ask('PostToolUseFailure', { ...tool, error: JSON.stringify(output) })
    }
    for (const tool_name of ['Read', 'Edit']) {
      const tool_input = { file_path: 'PROJECT/src/build.ts', old_string: 'a', new_string: 'b' }
      await ask('PostToolUse', { tool_name, tool_input, tool_response: {}, tool_use_id: 't' })
    }
  }
  return texts.filter(Boolean).join('\n')
}

const linesWith = (trace: RegExp, text: string) =>
  [...new Set(text.split(/\n|\\n/).filter((line) => trace.test(line)))].join('\n')

describe.each([carriers, pastes, launderings, plainNames, readings])(
  'a stranger’s words',
  (...stories) => {
    test.each(stories)('$name: never speak to a later session', async (story) => {
      const { world, local } = await openWorld(story)
      await play(story, world, local)
      expect(linesWith(story.trace, await givenLater(story, world, local))).toBe('')
    })
  },
)

test.each(ownWords)('$name is given to later sessions', async (story) => {
  const { world, local } = await openWorld(story)
  await play(story, world, local)
  expect(await givenLater(story, world, local)).toMatch(story.trace)
})
