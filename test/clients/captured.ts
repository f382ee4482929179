/** What was captured, once all of it has been taken in. */
import { expect } from 'vitest'
import type { CaptureWorld } from './capture-world.ts'
import { type CapturedSession, findSession } from './captured-rows.ts'

export const patience = { timeout: 20_000, interval: 50 }

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
