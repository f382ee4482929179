/** What a module loads when it starts. */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface ImportGraph {
  /** Our modules, including the entry. */
  readonly files: Set<string>
  readonly others: Set<string>
}

/**
 * `import type` and `import()` load nothing at the start.
 * @param without modules that the build replaces by their values
 */
export function followImports(
  entry: string,
  { without = [] }: { readonly without?: readonly string[] } = {},
): ImportGraph {
  const files = new Set([entry])
  const others = new Set<string>()
  for (const file of files) {
    if (without.includes(file)) continue
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
