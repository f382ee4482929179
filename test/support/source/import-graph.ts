/** What a module loads when it starts. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface ImportGraph {
  /** Of ours, the entry included. */
  readonly files: Set<string>
  readonly others: Set<string>
}

/** `import type` and `import()` load nothing at the start. */
export function followImports(entry: string): ImportGraph {
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
