import { relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { followImports } from '../../../test/support/source/import-graph.ts'

const source = resolve(import.meta.dirname, '../..')

it('loads eleven small files of ours and light parts of Node', () => {
  const { files, others } = followImports(resolve(import.meta.dirname, 'main.ts'))
  expect([...files].map((file) => relative(source, file)).sort()).toEqual([
    'adapters/filesystem/hook-policy.ts',
    'compose/hook/daemon-request.ts',
    'core/model/bounded-json.ts',
    'core/model/caller-names.ts',
    'core/model/spool-file.ts',
    'entry/hook/ask-daemon.ts',
    'entry/hook/main.ts',
    'entry/hook/standard-streams.ts',
    'home/paths.ts',
    'home/processes.ts',
    'home/try-to.ts',
  ])
  expect([...others].sort()).toEqual(['node:fs', 'node:net', 'node:os', 'node:path'])
})
