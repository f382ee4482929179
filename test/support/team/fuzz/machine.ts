/** A person's machine: a real SQLite home that survives kills, and a bad line to the server. */
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createIdSource, sha256 } from '../../../../src/adapters/ids.ts'
import { openStore } from '../../../../src/adapters/sqlite/store.ts'
import type { LocalStore } from '../../../../src/core/ports/store.ts'
import type { TeamServer } from '../../../../src/core/ports/team-server.ts'
import type { Caller } from '../../../../src/core/team/caller.ts'
import type { TeamClientPorts } from '../../../../src/core/team/client/client-ports.ts'
import { connectTeam } from '../../../../src/core/team/client/connect.ts'
import { syncRound } from '../../../../src/core/team/client/sync-round.ts'
import { createTestClock } from '../../core/clock.ts'
import { makeStoreFolder, storeTemplate } from '../../core/memory-store.ts'
import type { Line } from './bad-line.ts'
import type { Random } from './random.ts'

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
  copyFileSync(await storeTemplate(), file)
  const clock = createTestClock(options.clockStart)
  const ids = createIdSource(clock, undefined, () => random.bytes(8))
  let killIn = Number.POSITIVE_INFINITY
  const maybeDie = () => {
    killIn -= 1
    if (killIn === 0) throw new Killed()
  }
  const open = async () => {
    const opened = await openStore({ file, backupFolder: folder, keepBackups: 1, clock })
    return { ...mutate(mortal(opened, maybeDie)), ids }
  }
  let store = await open()
  const ports = (): TeamClientPorts => ({
    ...{ store, clock, ids, redactor, hash: sha256, server: mortalLine(line, maybeDie) },
  })
  const { organisation, person } = caller
  const signIn = { server: 'http://localhost', organisation: { id: organisation, name: 'Acme' } }
  await connectTeam({ ...signIn, person }, ports())
  const insert = (identity: string) =>
    store.projects.insert({ identity, name: identity, root: undefined })
  const { id: shared } = await insert('github.com/acme/app')
  const { id: secluded } = await insert('github.com/acme/private')
  return {
    ...{ file, caller, line, clock, redactor, ports },
    /** Local ids of a project to be shared, and of one that never is. */
    ...{ shared, secluded },
    get store() {
      return store
    },
    /** @param steps after how many transactions and requests the process is killed */
    async sync(steps = Number.POSITIVE_INFINITY): Promise<void> {
      clock.advance(60_000)
      killIn = steps
      try {
        await syncRound(ports())
      } catch (error) {
        if (!(error instanceof Killed)) throw error
        store.close()
        store = await open()
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

/** Dies before a transaction, in it, or after its commit. */
function mortal(store: LocalStore, maybeDie: () => void): LocalStore {
  return {
    ...store,
    async transaction(work, options) {
      maybeDie()
      const result = await store.transaction(async (tx) => {
        const done = await work(tx)
        maybeDie()
        return done
      }, options)
      maybeDie()
      return result
    },
  }
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
    whoAmI: mortally(line.whoAmI),
    projects: mortally(line.projects),
    share: mortally(line.share),
    push: mortally(line.push),
    pull: mortally(line.pull),
    wait: mortally(line.wait),
    buckets: mortally(line.buckets),
    bucket: mortally(line.bucket),
    states: mortally(line.states),
    resolve: mortally(line.resolve),
  }
}
