/** A person's machine: a real SQLite home that survives kills, and a bad line to the server. */
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createIdSource, sha256 } from '../../../../src/adapters/ids.ts'
import { openStore } from '../../../../src/adapters/sqlite/store.ts'
import type { LocalStore } from '../../../../src/core/ports/store.ts'
import type { TeamServer } from '../../../../src/core/ports/team/team-client-store.ts'
import type { Caller } from '../../../../src/core/team/caller.ts'
import type { TeamClientPorts } from '../../../../src/core/team/client/client-ports.ts'
import { connectTeam } from '../../../../src/core/team/client/connection.ts'
import { syncRound } from '../../../../src/core/team/client/sync-round.ts'
import { createTestClock } from '../../core/clock.ts'
import { makeStoreFolder, storeTemplate } from '../../core/memory-store.ts'
import type { Line } from './bad-line.ts'
import type { Random } from './random.ts'

/** By which the team knows the same project, though each machine has two. */
export const mirrorIdentity = 'gitlab.com/mirror/app'

/** The process ended here. */
class Killed extends Error {}

export interface MachineOptions {
  readonly caller: Caller
  readonly line: Line
  readonly redactor: TeamClientPorts['redactor']
  readonly random: Random
  readonly clockStart: string
  /** A test's changes to what transactions do. */
  readonly mutate: (store: LocalStore) => LocalStore
}

export type Machine = Awaited<ReturnType<typeof startMachine>>

export async function startMachine(options: MachineOptions) {
  const { caller, line, redactor, random, mutate } = options
  const folder = makeStoreFolder()
  const file = join(folder, 'throughline.db')
  const parts = [file, `${file}-wal`]
  copyFileSync(await storeTemplate(), file)
  const clock = createTestClock(options.clockStart)
  const ids = createIdSource(clock, () => random.bytes(8))
  let killIn = Number.POSITIVE_INFINITY
  const maybeDie = () => {
    killIn -= 1
    if (killIn !== 0) return
    for (const part of parts) if (existsSync(part)) copyFileSync(part, `${part}.killed`)
    throw new Killed()
  }
  /** As the killed process left it, with what was not committed. */
  const reopen = async () => {
    store.close()
    rmSync(`${file}-shm`, { force: true })
    for (const part of parts) {
      rmSync(part, { force: true })
      if (existsSync(`${part}.killed`)) renameSync(`${part}.killed`, part)
    }
    store = await open()
  }
  const open = async () => {
    const opened = await openStore({ file, backupFolder: folder, keepBackups: 1, clock })
    return { ...mutate(mortal(opened, maybeDie, () => Number.isFinite(killIn))), ids }
  }
  let store = await open()
  const ports = (): TeamClientPorts => ({
    ...{ store, clock, ids, redactor, hash: sha256, server: mortalLine(line, maybeDie) },
  })
  const { organisation, person } = caller
  const signIn = { server: 'http://localhost', organisation: { id: organisation, name: 'Acme' } }
  const connect = () => connectTeam({ ...signIn, person }, ports())
  await connect()
  const insert = (identity: string) =>
    store.projects.insert({ identity, name: identity, root: undefined })
  const { id: shared } = await insert('github.com/acme/app')
  const { id: secluded } = await insert('github.com/acme/private')
  const { id: mirror } = await insert(mirrorIdentity)
  return {
    ...{ file, caller, line, clock, redactor, ports, connect },
    /** Local ids: of a project to be shared, one that never is, and one that the team takes for the first. */
    ...{ shared, secluded, mirror },
    get store() {
      return store
    },
    /** @param steps after how many statements and requests the process is killed */
    async sync(steps = Number.POSITIVE_INFINITY): Promise<'done' | 'killed'> {
      clock.advance(60_000)
      killIn = steps
      try {
        await syncRound(ports())
        return 'done'
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        await reopen()
        return 'killed'
      } finally {
        killIn = Number.POSITIVE_INFINITY
      }
    },
    close() {
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Dies before a transaction, between any two calls in it, or after its commit. */
function mortal(store: LocalStore, maybeDie: () => void, isDoomed: () => boolean): LocalStore {
  return {
    ...store,
    async transaction(work, options) {
      maybeDie()
      const result = await store.transaction(async (tx) => {
        const done = await work(isDoomed() ? mortalCalls(tx, maybeDie) : tx)
        maybeDie()
        return done
      }, options)
      maybeDie()
      return result
    },
  }
}

function mortalCalls<T extends object>(part: T, maybeDie: () => void): T {
  return new Proxy(part, {
    get(target, name) {
      const value = Reflect.get(target, name)
      if (typeof value === 'object' && value !== null) return mortalCalls(value, maybeDie)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        maybeDie()
        return value.apply(target, given)
      }
    },
  })
}

/** Dies before a request, or before its answer is read. */
function mortalLine(line: TeamServer, maybeDie: () => void): TeamServer {
  const mortally =
    <Request extends unknown[], T>(ask: (...request: Request) => Promise<T>) =>
    async (...request: Request): Promise<T> => {
      maybeDie()
      const answer = await ask(...request)
      maybeDie()
      return answer
    }
  return {
    projects: mortally(line.projects),
    share: mortally(line.share),
    unshare: mortally(line.unshare),
    push: mortally(line.push),
    pull: mortally(line.pull),
    wait: mortally(line.wait),
    buckets: mortally(line.buckets),
    bucket: mortally(line.bucket),
    states: mortally(line.states),
    resolve: mortally(line.resolve),
  }
}
