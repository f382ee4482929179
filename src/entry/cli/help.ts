/** Help texts, at most 80 columns wide. */
import { allOptions } from './command.ts'
import { groups, listCommands } from './manifest.ts'
import type { Call } from './parse-call.ts'
import { wrap } from './present.ts'

const columns = 80

export function programHelp(): string {
  const width = Math.max(...listCommands().map(({ name }) => name.length))
  const sections = Object.entries(groups).map(([group, entries]) =>
    section(
      group,
      entries.map(({ name, summary }): Row => [name, summary]),
      width,
    ),
  )
  return [
    'Usage: throughline <command> [options]\n',
    'A memory for coding agents that survives sessions, compaction and machines.\n',
    ...sections,
    section('Options', [
      ['-V, --version', 'Print the version'],
      ['-h, --help', 'Print this help, or that of a command'],
    ]),
    examplesOf(['demo', 'setup', 'recall how do we run the tests', 'recall --help']),
  ].join('\n')
}

/** @param summary of the command that the first word names */
export function commandHelp({ command, path }: Call, summary: string): string {
  const { arguments: args = [], commands = {}, byDefault, examples } = command
  const words = args.map(({ name, isRequired, isVariadic }) => {
    const shown = isVariadic ? `${name}...` : name
    return isRequired ? `<${shown}>` : `[${shown}]`
  })
  const names = Object.keys(commands)
  const rest = [...words, ...(names.length > 0 ? ['[command]'] : []), '[options]']
  const optionRows = allOptions(command).map(
    ({ flag, placeholder = '', description }): Row => [
      `--${flag} ${placeholder}`.trim(),
      description,
    ],
  )
  return [
    `Usage: throughline ${[...path, ...rest].join(' ')}\n`,
    `${wrap('summary' in command ? String(command.summary) : summary, columns).join('\n')}\n`,
    section(
      'Arguments',
      args.map(({ name, description }): Row => [name, description]),
    ),
    section('Options', [...optionRows, ['-h, --help', 'Print this help']]),
    section(
      'Commands',
      Object.entries(commands).map(
        ([name, child]): Row => [
          name,
          name === byDefault ? `${child.summary} (default)` : child.summary,
        ],
      ),
    ),
    examplesOf(examples),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

type Row = readonly [left: string, right: string]

function section(title: string, rows: readonly Row[], least = 0): string {
  if (rows.length === 0) return ''
  const width = Math.max(least, ...rows.map(([left]) => left.length))
  const lines = rows.flatMap(([left, right]) => {
    const [first = '', ...others] = wrap(right, columns - width - 4)
    const indented = others.map((line) => ' '.repeat(width + 4) + line)
    return [`  ${left.padEnd(width)}  ${first}`.trimEnd(), ...indented]
  })
  return `${title}:\n${lines.join('\n')}\n`
}

function examplesOf(examples: readonly string[]): string {
  return `Examples:\n${examples.map((line) => `  $ throughline ${line}\n`).join('')}`
}
