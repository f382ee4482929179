/** YAML as parsed by the library inside playwright-core, which saves a dependency for a few files. */
import { createRequire } from 'node:module'

interface Yaml {
  parse(text: string): unknown
  stringify(value: unknown): string
}

const { yaml } = createRequire(import.meta.url)('playwright-core/lib/utilsBundle') as { yaml: Yaml }

/** @throws on anything that is not YAML, such as a key given twice */
export function parseYaml<T>(text: string): T {
  return yaml.parse(text) as T
}

export function writeYaml(value: unknown): string {
  return yaml.stringify(value)
}
