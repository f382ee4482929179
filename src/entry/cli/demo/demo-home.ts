/** A temporary home and project for the demo, and an environment that names no other. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Local, openLocal } from '../../../compose/local.ts'
import type { OperationHandlers } from '../../../contract/operations/index.ts'
import { type HomePaths, homePaths } from '../../../home/paths.ts'

export interface DemoHome {
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
    paths,
    project: makeProject(join(folder, 'widgets')),
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

/** A folder that looks like a clone, made without git. */
function makeProject(folder: string): string {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, '.git', part), { recursive: true })
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n')
  const remote = '[remote "origin"]\n\turl = https://github.com/acme/widgets.git\n'
  writeFileSync(join(folder, '.git', 'config'), remote)
  return folder
}

/** Without the user's own settings, which are for the real home. */
export function demoEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const foreign = Object.entries(inherited).filter(([name]) => !name.startsWith('THROUGHLINE_'))
  return { ...Object.fromEntries(foreign), ...own }
}
