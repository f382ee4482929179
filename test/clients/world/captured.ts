/** What was captured, once all of it has been taken in. */
import { expect } from 'vitest'
import { stallFactor } from '../../hermetic/stall-factor.ts'
import type { CaptureWorld } from './capture-world.ts'
import { type CapturedSession, findSession } from './captured-rows.ts'

export const patience = { timeout: stallFactor * 60_000, interval: 50 }

/** Waits until everything that hooks spooled has been taken in. */
export async function waitForEmptySpool(world: CaptureWorld): Promise<void> {
  await expect.poll(() => world.pendingEvents(), patience).toEqual([])
}

export async function captured(world: CaptureWorld, sessionId: string): Promise<CapturedSession> {
  await waitForEmptySpool(world)
  const found = findSession(world.database, sessionId)
  if (!found) throw new Error(`session ${sessionId} was not captured`)
  return found
}

export interface ListedFiles {
  readonly answer: string | undefined
  readonly session: object
  readonly events: readonly string[]
  /** One that worked, one that failed. */
  readonly tools: readonly [object, object]
}

/** «list the files», from the start of its session to the end: one turn, two commands. */
export async function expectListing(
  world: CaptureWorld,
  sessionId: string,
  told: ListedFiles,
): Promise<CapturedSession> {
  const found = await captured(world, sessionId)
  const [worked, failed] = told.tools
  expect(found.session).toMatchObject({
    status: 'completed',
    cwd: world.repository,
    branch: 'main',
    ...told.session,
  })
  expect(found.project).toMatchObject({ identity: 'github.com/acme/widgets' })
  expect(found.events.map(({ name }) => name)).toEqual(told.events)
  expect(found.turns).toMatchObject([
    { number: 1, prompt: 'list the files', origin: 'user', answer: told.answer, outcome: 'ok' },
  ])
  expect(found.toolEvents).toMatchObject([
    { outcome: 'ok', turn: 1, input: { command: 'ls' }, ...worked },
    { outcome: 'failed', turn: 1, input: { command: 'cat missing.txt' }, ...failed },
  ])
  return found
}
