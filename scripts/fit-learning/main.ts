/**
 * Fits the weights of the local judge and of asks on labelled sessions and writes them to
 * `weights.generated.ts`. Prints how they do on each project when it is left out.
 *
 *     node scripts/fit-learning/main.ts --data real-sessions-dev.jsonl.gz --labels labels-dev.jsonl
 */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readSources } from '../../bench/real-sessions/data.ts'
import { labelledTurns } from './examples.ts'
import { hashFeatures } from './feature-hash.ts'
import { leaveOneOut } from './leave-one-out.ts'
import { fitModels, type Models } from './models.ts'

const { values } = parseArgs({ options: { data: { type: 'string' }, labels: { type: 'string' } } })
if (values.data === undefined || values.labels === undefined) {
  process.stderr.write('Give --data SESSIONS and --labels LABELS.\n')
  process.exit(2)
}
const sources = readSources(values.data, values.labels)
const turns = sources.flatMap(labelledTurns)
process.stdout.write(leaveOneOut(sources, turns))
const target = fileURLToPath(new URL('../../src/core/cues/weights.generated.ts', import.meta.url))
writeFileSync(target, render(fitModels(turns)))

function render(models: Models): string {
  const exports = (Object.entries(models) as [keyof Models, Models[keyof Models]][]).map(
    ([name, weights]) => {
      const lines = Object.entries(weights).map(
        ([feature, weight]) => `  ${quoted(feature)}: ${Math.round(weight * 1000) / 1000},\n`,
      )
      return `export const ${name}Weights: Weights = {\n${lines.join('')}}\n`
    },
  )
  return [
    '/** Written by scripts/fit-learning; do not edit. */\n',
    "import type { Weights } from './features.ts'\n\n",
    '/** Of the code that computes the features; if it changes, fit again. */\n',
    `export const featureHash = '${hashFeatures()}'\n\n`,
    exports.join('\n'),
  ].join('')
}

function quoted(name: string): string {
  return /^[a-z]+$/i.test(name) ? name : `'${name}'`
}
