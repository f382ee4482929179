/**
 * A day of work in a few minutes: sessions of seven hosts, compactions, restarts, imports, builds of
 * the wiki, a clock that is wrong at times. Each hour ends when everything that was sent is stored
 * and every job that is due has run; then it is measured.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { makeClone, waitFor } from '../../test/support/homes/world.ts'
import { writeHistory } from '../import/claude-history.ts'
import { createDaemons, type Daemons } from './daemons.ts'
import { findFaults } from './faults.ts'
import { findTrends, type Trend } from './flatness.ts'
import { createMachine, type Machine } from './machine.ts'
import { measure, type Sample } from './measure.ts'
import { hoursOfDay, planSessions, projectCount } from './plan.ts'
import { createSender, type Sender } from './send.ts'
import { clockIn, hourBefore, hourSetBack, incidents, timeZone } from './timetable.ts'
import { createVisits, type Visits } from './visits.ts'

export interface DayOptions {
  /** How long the day takes; longer on a machine that cannot keep up. */
  readonly minutes: number
  readonly onHour?: (sample: Sample) => void
}

export interface Day {
  readonly sessions: number
  readonly events: number
  readonly imported: number
  readonly hooks: Sender['hooks']
  readonly seconds: number
  readonly samples: readonly Sample[]
  readonly trends: readonly Trend[]
  /** What was lost, stored twice, left over or complained about; empty if all is well. */
  readonly faults: readonly string[]
}

/** 20,000 events. A process of the hook takes a hundred times as long as writing its file. */
const whole = { toolsPerTurn: 18, hookEvery: 4 }
/** For the suite: 6,000 events of the same sessions. */
const brief = { toolsPerTurn: 4, hookEvery: 12 }

const historyBytes = 200_000
/** The share of an hour in which sessions send; the rest is for what follows from it. */
const busyShare = 0.7
const settleLimitMs = 120_000

export async function simulateDay({ minutes, onHour }: DayOptions): Promise<Day> {
  const startedAt = performance.now()
  const speed = (hoursOfDay * 60) / minutes
  const machine = createMachine({ startsAt: clockIn(0), timeZone, speed })
  try {
    const projects = makeProjects(machine)
    const { toolsPerTurn, hookEvery } = minutes < 5 ? brief : whole
    const sender = createSender(machine, projects, hookEvery)
    const visits = createVisits(machine)
    const daemons = createDaemons(machine)
    const sessions = planSessions(toolsPerTurn)
    const samples: Sample[] = []
    await daemons.start()
    for (let hour = 0; hour < hoursOfDay; hour++) {
      const endsAt = performance.now() + (minutes * 60_000) / hoursOfDay
      const sendMs = ((minutes * 60_000) / hoursOfDay) * busyShare
      await machine.setClock(clockIn(hour))
      const active = sessions.filter(({ firstHour, hours }) => hours[hour - firstHour])
      await Promise.all([
        ...active.map((session) => sender.sendHour(session, hour - session.firstHour, sendMs)),
        work(machine, { hour, sendMs, daemons, visits }),
      ])
      await settle(machine)
      const sample = await measure(machine, hour, daemons.current().pid)
      samples.push(sample)
      onHour?.(sample)
      await delay(Math.max(0, endsAt - performance.now()))
    }
    await machine.setClock(clockIn(hoursOfDay))
    await settle(machine)
    const faults = await findFaults({ machine, sessions, sender, visits })
    await daemons.end('SIGTERM')
    return {
      sessions: sessions.length,
      events: [...sender.sent.values()].reduce((sum, steps) => sum + steps.length, 0),
      imported: importedEvents(machine),
      hooks: sender.hooks,
      seconds: (performance.now() - startedAt) / 1_000,
      samples,
      trends: findTrends(longestLife(samples)),
      faults,
    }
  } finally {
    await machine.world.close()
  }
}

function makeProjects({ world }: Machine): string[] {
  return Array.from({ length: projectCount }, (_, number) => {
    if (number === 0) return world.project
    const folder = world.path(`project-${number}`)
    mkdirSync(folder)
    return makeClone(folder, `https://github.com/acme/project-${number}.git`)
  })
}

interface Work {
  readonly hour: number
  readonly sendMs: number
  readonly daemons: Daemons
  readonly visits: Visits
}

/** What happens besides the sessions of an hour. */
async function work(machine: Machine, { hour, sendMs, daemons, visits }: Work): Promise<void> {
  const incident = incidents[hour]
  if (incident === 'stop' || incident === 'kill') {
    await delay(sendMs / 4)
    await daemons.end(incident === 'stop' ? 'SIGTERM' : 'SIGKILL')
    await visits.remember(hour)
    await daemons.start()
  }
  await visits.visit(daemons.current(), hour)
  if (incident === 'import') {
    writeHistory(machine.world.userHome, historyBytes * hour)
    await visits.command('import', '--yes')
  }
  if (incident === 'wiki') await visits.command('wiki', 'build', '--all')
  if (hour === hourSetBack) await machine.setClock(hourBefore(machine.now()))
  await visits.command('recall', 'what did we say about the port')
}

/** Until nothing waits in the spool, and no job that is due. */
async function settle(machine: Machine): Promise<void> {
  const { paths, rows } = machine.world
  const isWaiting = () => readdirSync(paths.spool).some((name) => name.endsWith('.spool'))
  const dueJobs = () =>
    rows(
      "SELECT 1 FROM jobs WHERE status = 'running' OR (status = 'pending' AND run_after <= ?)",
      machine.now().toISOString(),
    ).length
  await waitFor('an empty spool', () => !isWaiting(), settleLimitMs)
  await waitFor('the jobs', () => dueJobs() === 0, settleLimitMs)
}

function longestLife(samples: readonly Sample[]): Sample[] {
  const lives = Object.values(Object.groupBy(samples, ({ pid }) => pid))
  return lives.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? []
}

function importedEvents({ world }: Machine): number {
  const [row] = world.rows(
    `SELECT count(*) AS n FROM events JOIN sessions ON sessions.id = session_id
     WHERE host_session_id NOT LIKE 'soak-%'`,
  )
  return Number(row?.n)
}
