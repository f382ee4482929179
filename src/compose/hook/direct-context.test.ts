import { expect, test } from 'vitest'
import { followImports } from '../../../test/support/source/import-graph.ts'

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
