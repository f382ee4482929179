import { expect, test } from 'vitest'
import { followImports } from '../../test/support/source/import-graph.ts'
import { configSchema } from '../contract/config.ts'
import { partsForOthers, plainContext } from './plain-home.ts'

test('a home without settings means what the schema says', () => {
  expect(plainContext).toEqual(configSchema.parse({}).context)
})

test('every part of the settings bears on recall and context, or is for others', () => {
  const bearing = [
    'enabled',
    'disabledProjects',
    'projectMarker',
    'projectNames',
    'embeddings',
    'context',
  ]
  expect([...bearing, ...partsForOthers].sort()).toEqual(Object.keys(configSchema.shape).sort())
})

test('an answer without the daemon loads no package', () => {
  const { others } = followImports(new URL('./direct-context.ts', import.meta.url).pathname)
  const heavy = ['node:crypto', 'node:zlib', 'node:child_process', 'node:http']
  expect([...others].filter((name) => !name.startsWith('node:'))).toEqual([])
  expect([...others].filter((name) => heavy.includes(name))).toEqual([])
})
