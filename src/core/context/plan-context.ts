/**
 * What a host is handed at an event. The same state gives the same bytes: nothing depends on the
 * order in which things were stored, or on the time of day.
 */

import type { ContextEvent, ContextPlan, ContextRequest } from '../model/context.ts'
import { type Block, createBlock } from './block.ts'
import { addPrompt } from './plan-prompt.ts'
import { addRules, addStart } from './plan-start.ts'
import {
  type ContextPorts,
  type ContextSettings,
  readSituation,
  type Situation,
} from './situation.ts'

export type { ContextPorts, ContextSettings }

/** Whatever a host says it takes: some cut off what is longer. */
const mostCharacters = 9_500

export function planContext(
  request: ContextRequest,
  ports: ContextPorts,
  settings: ContextSettings,
): Promise<ContextPlan> {
  return plan([request.event], request, ports, settings)
}

/** For a host that loses what it is given at the start: that, and what is about its first prompt. */
export function planFirstPrompt(
  request: ContextRequest,
  ports: ContextPorts,
  settings: ContextSettings,
): Promise<ContextPlan> {
  return plan(['session-start', 'prompt'], request, ports, settings)
}

/** Whether the settings let anything be said at this moment. */
export function isOn(event: ContextEvent, settings: ContextSettings): boolean {
  return settings.enabled && parts[event].isOn(settings)
}

interface Part {
  readonly isOn: (settings: ContextSettings) => boolean
  readonly tokens: (settings: ContextSettings) => number
  readonly add: (block: Block, situation: Situation, ports: ContextPorts) => Promise<void>
}

const parts: Readonly<Record<ContextEvent, Part>> = {
  'session-start': {
    isOn: ({ atStart }) => atStart,
    tokens: ({ startTokens }) => startTokens,
    add: addStart,
  },
  prompt: {
    isOn: ({ atPrompt }) => atPrompt,
    tokens: ({ promptTokens }) => promptTokens,
    add: addPrompt,
  },
  'subagent-start': {
    isOn: ({ atStart }) => atStart,
    tokens: ({ promptTokens }) => promptTokens,
    add: addRules,
  },
}

async function plan(
  events: readonly ContextEvent[],
  request: ContextRequest,
  ports: ContextPorts,
  settings: ContextSettings,
): Promise<ContextPlan> {
  const wanted = events.filter((event) => isOn(event, settings)).map((event) => parts[event])
  const bounds = {
    tokens: wanted.reduce((sum, { tokens }) => sum + tokens(settings), 0),
    bytes: Math.min(request.mostCharacters, mostCharacters),
  }
  const block = createBlock(bounds, ports.clock.now())
  if (wanted.length === 0) return block.plan()
  const situation = await readSituation(request, ports, settings)
  for (const { add } of wanted) await add(block, situation, ports)
  return block.plan()
}
