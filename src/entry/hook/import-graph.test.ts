import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '../..')

it('loads six small files of ours and light parts of Node', () => {
  const { files, others } = followImports(resolve(import.meta.dirname, 'main.ts'))
  expect([...files].map((file) => relative(source, file)).sort()).toEqual([
    'adapters/filesystem/hook-policy.ts',
    'core/capture/spool-file.ts',
    'entry/hook/ask-daemon.ts',
    'entry/hook/main.ts',
    'entry/hook/standard-streams.ts',
    'home.ts',
  ])
  expect([...others].sort()).toEqual(['node:fs', 'node:net', 'node:os', 'node:path'])
})

/** What is loaded at the start; `import type` and `import()` are not. */
function followImports(entry: string): { files: Set<string>; others: Set<string> } {
  const files = new Set([entry])
  const others = new Set<string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, from = ''] of text.matchAll(
      /^(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom )?'([^']+)'/gm,
    )) {
      if (from.startsWith('.')) files.add(resolve(dirname(file), from))
      else others.add(from)
    }
  }
  return { files, others }
}
