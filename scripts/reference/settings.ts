/** Every setting with its default and limits, from the schema. */
import { listSettings, type Setting } from '../../src/contract/list-settings.ts'
import { code, plain, table } from './markdown.ts'

export function renderSettings(): string {
  const [everyday, advanced] = [false, true].map((wanted) =>
    listSettings().filter(({ isAdvanced }) => isAdvanced === wanted),
  )
  const parts = [
    table(columns, (everyday ?? []).map(toRow)),
    '## Advanced\n',
    'Few people need these. `throughline config list --all` shows them.\n',
    table(columns, (advanced ?? []).map(toRow)),
  ]
  return `\n${parts.join('\n')}\n`
}

const columns = ['setting', 'default', 'meaning']

function toRow(setting: Setting): string[] {
  return [
    code(setting.key),
    defaultOf(setting),
    `${plain(setting.description)}${remarksOf(setting)}`,
  ]
}

function defaultOf({ default: value }: Setting): string {
  if (value === undefined || value === '') return ''
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}

function remarksOf({ choices, minimum, maximum, needsRestart, terminalOnly }: Setting): string {
  const remarks = [
    ...(choices ? [`one of ${choices.map(code).join(', ')}`] : []),
    ...(maximum === undefined ? [] : [`${minimum ?? 0} to ${maximum}`]),
    ...(needsRestart ? ['needs a restart of the daemon'] : []),
    ...(terminalOnly ? ['terminal only'] : []),
  ]
  return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`
}
