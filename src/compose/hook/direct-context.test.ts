import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionPayloads } from '../../../test/support/homes/claude-payloads.ts'
import { openPromotion } from '../../../test/support/homes/promotion.ts'
import { followImports } from '../../../test/support/source/import-graph.ts'
import { answerFromDatabase } from './direct-context.ts'

/** The build replaces these by plain data. */
const without = ['plain', 'digest'].map(
  (name) => new URL(`../../contract/${name}.ts`, import.meta.url).pathname,
)

test('an answer without the daemon loads no package and none of the slow parts of Node', () => {
  const entry = new URL('./direct-context.ts', import.meta.url).pathname
  const heavy = ['node:crypto', 'node:zlib', 'node:child_process', 'node:http']
  const { others } = followImports(entry, { without })
  expect([...others].filter((name) => !name.startsWith('node:'))).toEqual([])
  expect([...others].filter((name) => heavy.includes(name))).toEqual([])
})

test('an answer without the daemon leaves out what Claude Code reads in its own memory', async () => {
  const { world, promote, remember } = openPromotion()
  const { project, userHome, paths } = world
  const name = project.replaceAll(/[^A-Za-z0-9]/g, '-')
  mkdirSync(join(userHome, '.claude/projects', name, 'memory'), { recursive: true })
  await remember('Run the tests before each commit')
  const start = (id: string) =>
    answerFromDatabase({
      ...{ root: paths.root, userHome, env: world.env, folder: project, project: undefined },
      ...{ host: 'claude-code', event: 'SessionStart', caller: {}, remainingMs: () => 10_000 },
      payload: Buffer.from(JSON.stringify(sessionPayloads(id, project).start())),
    })
  expect(await start('s1')).toContain('Run the tests')
  await promote('--to', 'claude-code-memory')
  expect(await start('s2')).not.toContain('Run the tests')
})
