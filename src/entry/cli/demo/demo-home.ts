/** A temporary home and project for the demo, and an environment that names no other. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Local, openLocal } from '../../../compose/local.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import { type HomePaths, homePaths } from '../../../home/paths.ts'
import { makeClone } from './make-clone.ts'

export interface DemoHome {
  /** Holds everything. */
  readonly folder: string
  readonly paths: HomePaths
  readonly project: string
  /** Reads what the demo stored, beside its daemon. */
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
