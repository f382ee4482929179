/** Help texts, at most 80 columns wide, less in a narrow terminal. */
import { allOptions, shortOptions } from './command.ts'
import type { CliWorld } from './context.ts'
import { allGroups, everydayGroups } from './manifest.ts'
import type { Call } from './parse-call.ts'
import { wrap, wrapLine } from './present/fit-text.ts'
import { table } from './present/table.ts'
import { columnsOf, paint, usesColour } from './present/terminal.ts'

const widest = 80

interface Look {
  readonly columns: number
  readonly hasColour: boolean
}

export function helpLook(world: CliWorld): Look {
  const columns = Math.min(columnsOf(world) ?? widest, widest)
  return { columns, hasColour: usesColour(world.env, world.isTerminal) }
}

/** One screen, unless it lists `all` commands. */
export function programHelp(look: Look, { all }: { readonly all: boolean }): string {
  const groups = Object.entries(all ? allGroups : everydayGroups)
  const names = groups.flatMap(([, entries]) => entries.map(({ name }) => name.length))
  const width = Math.max(...names)
  const sections = groups.map(([group, entries]) =>
    section(
      group,
      entries.map(({ name, summary }): Row => [name.padEnd(width), summary]),
      look,
    ),
  )
  return [
    'Usage: throughline <command> [options]\n',
    paragraph('A memory for coding agents that survives sessions, compaction and machines.', look),
    ...sections,
    paragraph(
      all
        ? 'throughline <command> --help explains a command.'
        : 'throughline <command> --help explains a command; help --all lists every one.',
      look,
    ),
  ].join('\n')
}

/** @param summary of the command that the first word names */
export function commandHelp({ command, path }: Call, summary: string, look: Look): string {
  const { arguments: args = [], commands = {}, byDefault, examples } = command
  const words = args.map(({ name, isRequired, isVariadic }) => {
    const shown = isVariadic ? `${name}...` : name
    return isRequired ? `<${shown}>` : `[${shown}]`
  })
  const names = Object.keys(commands)
  const rest = [...words, ...(names.length > 0 ? ['[command]'] : []), '[options]']
  const optionRows = allOptions(command).map(
    ({ flag, placeholder = '', description }): Row => [
      `${shortOptions[flag] ? `-${shortOptions[flag]}, ` : ''}--${flag} ${placeholder}`.trim(),
      description,
    ],
  )
  return [
    paragraph(`Usage: throughline ${[...path, ...rest].join(' ')}`, look),
    paragraph('summary' in command ? String(command.summary) : summary, look),
    section(
      'Arguments',
      args.map(({ name, description }): Row => [name, description]),
      look,
    ),
    section('Options', [...optionRows, ['-h, --help', 'Print this help']], look),
    section(
      'Commands',
      Object.entries(commands).map(
        ([name, child]): Row => [
          name,
          name === byDefault ? `${child.summary} (default)` : child.summary,
        ],
      ),
      look,
    ),
    examplesOf(examples, look),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

const paragraph = (text: string, { columns }: Look) => `${wrap(text, columns).join('\n')}\n`

type Row = readonly [left: string, right: string]

function section(title: string, rows: readonly Row[], look: Look): string {
  if (rows.length === 0) return ''
  const lines = table(rows, { ...look, columns: look.columns - indent.length })
  return `${heading(title, look)}\n${lines.map((line) => `${indent}${line}\n`).join('')}`
}

function examplesOf(examples: readonly string[], look: Look): string {
  const lines = examples.flatMap((line) => wrapLine(`${indent}$ throughline ${line}`, look.columns))
  return `${heading('Examples', look)}\n${lines.join('\n')}\n`
}

const indent = '  '

function heading(title: string, { hasColour }: Look): string {
  return hasColour ? paint(`${title}:`, 'heading') : `${title}:`
}
