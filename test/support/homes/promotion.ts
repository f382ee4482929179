/** A home whose project gets promoted memories. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { runCli } from '../processes/cli.ts'
import { createWorld } from './world.ts'

export type Promotion = ReturnType<typeof openPromotion>

export function openPromotion() {
  const world = createWorld()
  onTestFinished(() => world.close())
  const cli = (...args: string[]) => runCli(world, args)
  const inProject = (name: string) => join(world.project, name)

  function change(sql: string, ...values: (string | number)[]): void {
    const database = new DatabaseSync(world.paths.database, { timeout: 10_000 })
    database.prepare(sql).run(...values)
    database.close()
  }

  return {
    ...{ world, cli, inProject, change },
    promote: (...args: string[]) => cli('promote', '--yes', ...args),
    write: (name: string, text: string) => writeFileSync(inProject(name), text),
    read: (name: string) => readFileSync(inProject(name), 'utf8'),
    /** @returns its id */
    async remember(content: string, kind = 'rule', uses = 2): Promise<string> {
      const { stdout, stderr } = await cli('remember', content, '--kind', kind, '--json')
      if (stdout === '') throw new Error(stderr)
      const { id } = JSON.parse(stdout).memory
      change('UPDATE memories SET use_count = ? WHERE id = ?', uses, id)
      return id
    },
  }
}
