/** Sends the steps of a session as its host does: by the hook, or as the file that the hook writes. */
import { setTimeout as delay } from 'node:timers/promises'
import { writeSpoolFile } from '../../test/support/homes/spool-files.ts'
import { runShim } from '../../test/support/processes/shim.ts'
import { hookCall } from './host-payloads.ts'
import type { Machine } from './machine.ts'
import type { PlannedSession, PlannedStep } from './plan.ts'

export interface Sender {
  /** By session, the steps that were acknowledged, in order. */
  readonly sent: ReadonlyMap<string, readonly PlannedStep[]>
  /** How many went through a process of the hook, and how many of these got an answer. */
  readonly hooks: { runs: number; answers: number; slowestMs: number }
  /** Sends one hour of a session within about this time. */
  sendHour(session: PlannedSession, hour: number, withinMs: number): Promise<void>
}

/** The file of the next event must not share a tick of the file system's clock with the hook's. */
const tickMs = 12

/** @param hookEvery every so many-th event runs the hook; the others are written as it would */
export function createSender(
  machine: Machine,
  projects: readonly string[],
  hookEvery: number,
): Sender {
  const { world } = machine
  const sent = new Map<string, PlannedStep[]>()
  const hooks = { runs: 0, answers: 0, slowestMs: 0 }
  let count = 0

  async function send(session: PlannedSession, planned: PlannedStep): Promise<void> {
    const { id, host, project } = session
    const cwd = projects[project] ?? world.project
    const { step, turn, marker, prompt } = planned
    const call = hookCall(host, step, {
      ...{ session: id, turn: `${id}-turn-${turn}`, cwd, prompt },
      at: machine.now(),
      answer: `Step ${turn} of ${id} is done (${marker}).`,
      command: `make ${marker}`,
      callId: `call_${marker}`,
      output: `${marker} wrote line after line\n`.repeat(30),
    })
    if (!call) return
    count += 1
    if (count % hookEvery === 0) await runHook(session, call, cwd)
    else writeSpoolFile(world.paths.spool, { event: call.event, host, cwd }, call.payload)
    sent.set(id, [...(sent.get(id) ?? []), planned])
  }

  async function runHook(
    { host }: PlannedSession,
    { event, payload }: { event: string; payload: object },
    cwd: string,
  ): Promise<void> {
    const run = await runShim(world, event, payload, { host, cwd, env: machine.env })
    if (run.code !== 0 || run.stderr !== '') {
      throw new Error(`the hook of ${host} ${event} ended with ${run.code}: ${run.stderr}`)
    }
    hooks.runs += 1
    hooks.answers += run.stdout === '' ? 0 : 1
    hooks.slowestMs = Math.max(hooks.slowestMs, run.tookMs)
    await delay(tickMs)
  }

  return {
    sent,
    hooks,
    async sendHour(session, hour, withinMs) {
      const planned = session.hours[hour] ?? []
      const startedAt = performance.now()
      for (const [index, step] of planned.entries()) {
        await send(session, step)
        const dueMs = (withinMs * (index + 1)) / planned.length
        await delay(Math.max(0, startedAt + dueMs - performance.now()))
      }
    },
  }
}
