/** A temporary home and project for the demo, and an environment that points to no other. */
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Local, openLocal } from '../../../compose/local.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import { formatSpoolHeader } from '../../../core/model/spool-file.ts'
import { type HomePaths, homePaths } from '../../../home/paths.ts'
import type { SampleEvent } from './sample-events.ts'

export interface DemoHome {
  /** Holds everything. */
  readonly folder: string
  readonly paths: HomePaths
  readonly project: string
  read<T>(work: (operations: OperationHandlers) => Promise<T>): Promise<T>
  remove(): void
}

export function makeDemoHome(userHome: string): DemoHome {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-demo-')))
  const paths = homePaths(join(folder, 'home'))
  return {
    folder,
    paths,
    project: makeClone(join(folder, 'widgets')),
    async read(work) {
      const local: Local = await openLocal({ root: paths.root, userHome, env: {} })
      try {
        return await work(local.operations)
      } finally {
        local.close()
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Without the user's own settings, which are for the real home. */
export function demoEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const foreign = Object.entries(inherited).filter(([name]) => !name.startsWith('THROUGHLINE_'))
  return { ...Object.fromEntries(foreign), ...own }
}

/** A folder that looks like a clone of acme/widgets, made without git. */
export function makeClone(folder: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const remote = '[remote "origin"]\n\turl = https://github.com/acme/widgets.git\n'
  writeFileSync(join(folder, '.git', 'config'), remote)
  return folder
}

/** Events of past sessions as hooks spool them, in files as old as the events. */
export function writeEarlierEvents(
  { paths, project }: DemoHome,
  events: readonly SampleEvent[],
): void {
  mkdirSync(paths.spool, { recursive: true, mode: 0o700 })
  for (const [index, { host, name, payload, at = new Date() }] of events.entries()) {
    const file = join(paths.spool, `sample-${String(index).padStart(4, '0')}`)
    const header = formatSpoolHeader({ host, event: name, cwd: project })
    writeFileSync(`${file}.tmp`, header + JSON.stringify(payload), { mode: 0o600 })
    utimesSync(`${file}.tmp`, at, at)
    renameSync(`${file}.tmp`, `${file}.spool`)
  }
}
