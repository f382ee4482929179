/** A PostgreSQL as an operator runs it: in a folder, with the commands of a guide in a shell. */
import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import {
  type Cluster,
  chooseUser,
  makeRunnable,
  socketUrl,
  startCluster,
  stopCluster,
} from '../../../src/adapters/postgres/embedded/cluster.ts'
import { openFolder } from '../../hermetic/open-folder.ts'

const run = promisify(execFile)
const guide = join(import.meta.dirname, '..', '..', '..', 'docs', 'server.md')

/** The commands under a heading of docs/server.md. */
export function commandsOf(heading: string): string {
  const [, section = ''] = readFileSync(guide, 'utf8').split(`\n### ${heading}\n`)
  const [, commands] = /```sh\n(.*?)```/s.exec(section.split(/\n##/)[0] ?? '') ?? []
  if (!commands) throw new Error(`docs/server.md has no commands under "${heading}"`)
  return commands
}

/** PostgreSQL of the machine with the programs that npm's lacks; the newest, if there are several. */
export function findInstalledBinaries(): string | undefined {
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql']
  return ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin']
    .flatMap((pattern) => globSync(pattern))
    .filter((folder) => programs.every((name) => existsSync(join(folder, name))))
    .filter((folder) => majorVersion(folder) >= 15)
    .sort((a, b) => majorVersion(b) - majorVersion(a))[0]
}

const majorVersion = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0)

export interface OperatedPostgres {
  readonly folder: string
  readonly url: string
  /** Runs commands in the folder as the user that PostgreSQL runs as. @throws if one fails */
  shell(commands: string): Promise<void>
}

/** A new PostgreSQL, stopped and removed after the test. */
export async function operatePostgres(binaries: string): Promise<OperatedPostgres> {
  const folder = mkdtempSync(join(openFolder(), 'tl-op-'))
  const data = join(folder, 'data')
  const cluster: Cluster = await startCluster({ binaries, folder, durable: false })
  // `pg_ctl start` has no options of ours.
  appendFileSync(
    join(data, 'postgresql.conf'),
    `listen_addresses = ''\nunix_socket_directories = '${folder}'\nfsync = off\n`,
  )
  onTestFinished(async () => {
    const running = join(data, 'postmaster.pid')
    if (existsSync(running)) await stopCluster(Number.parseInt(readFileSync(running, 'utf8'), 10))
    rmSync(folder, { recursive: true, force: true })
  })
  const user = chooseUser(folder)
  const programs = makeRunnable(binaries, user, folder)
  return {
    folder,
    url: cluster.url('postgres'),
    async shell(commands) {
      await run('/bin/sh', ['-eu', '-c', commands], {
        ...user,
        cwd: folder,
        env: {
          PATH: [programs, process.env.PATH].join(delimiter),
          HOME: folder,
          PGDATA: data,
          DATABASE_URL: socketUrl(folder, 'postgres'),
        },
      })
    },
  }
}
