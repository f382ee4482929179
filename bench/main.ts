/** `npm run bench -- NAME`: each benchmark prints its figures and the ratios that matter. */
import { parseArgs } from 'node:util'
import type { BenchOptions } from './options.ts'

const benchmarks: Record<string, () => Promise<{ run(options: BenchOptions): Promise<void> }>> = {
  hook: () => import('./hook.ts'),
  ingest: () => import('./ingest.ts'),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const load = benchmarks[positionals[0] ?? '']
if (load) {
  await (await load()).run({ json: values.json })
} else {
  process.stderr.write(`usage: npm run bench -- ${Object.keys(benchmarks).join('|')} [--json]\n`)
  process.exitCode = 2
}
