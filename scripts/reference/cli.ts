/** Every command with its arguments, options and examples, from the manifest. */
import type { Command } from '../../src/entry/cli/command.ts'
import { allGroups } from '../../src/entry/cli/manifest.ts'
import { code, fence, plain, sentence } from './markdown.ts'

export async function renderCommands(): Promise<string> {
  const parts: string[] = []
  for (const [group, entries] of Object.entries(allGroups)) {
    parts.push(`## ${group}\n`)
    for (const { name, summary, load } of entries) {
      parts.push(...renderCommand([name], summary, await load(), false))
    }
  }
  return `\n${parts.join('\n')}\n`
}

/** Options of many commands, which docs/cli.md explains once, above the commands. */
const common = new Map([
  ['project', 'Project id, name or identity'],
  ['session', 'Session id: Throughline’s or the host’s'],
  ['agent', 'Name of the agent'],
  ['yes', 'Do not ask'],
  ['offset', 'Skip this many first'],
])

function renderCommand(
  path: readonly string[],
  summary: string,
  command: Command,
  isDefault: boolean,
): string[] {
  const { arguments: args = [], options = [], commands = {}, byDefault, examples, run } = command
  const names = Object.keys(commands)
  const words = args.map(({ name, isRequired, isVariadic }) => {
    const shown = isVariadic ? `${name}...` : name
    return isRequired ? `<${shown}>` : `[${shown}]`
  })
  const usage = ['throughline', ...path, ...words, ...(run ? ['[options]'] : ['<command>'])]
  const [shared, own] = [true, false].map((wanted) =>
    options.filter(({ flag, description }) => (common.get(flag) === description) === wanted),
  )
  const also = (shared ?? []).map(({ flag }) => code(`--${flag}`)).join(', ')
  const rows = [
    ...args.map(({ name, description }) => `- ${code(name)}: ${plain(description)}\n`),
    ...(own ?? []).map(({ flag, placeholder = '', description }) => {
      const name = `--${flag} ${placeholder}`.trim()
      return `- ${code(name)}: ${plain(description)}\n`
    }),
    ...(also === '' ? [] : [`- Also ${also}\n`]),
  ]
  const byItself = isDefault ? ` Runs if you name no command.` : ''
  return [
    `${'#'.repeat(path.length + 2)} ${path.join(' ')}\n`,
    `${sentence(plain(summary))}${byItself}\n`,
    ...(names.length > 0 && !run ? [] : [`${code(usage.join(' '))}\n`]),
    ...(rows.length === 0 ? [] : [rows.join('')]),
    ...(examples.length === 0
      ? []
      : [
          fence(
            'sh',
            examples.map((line) => `throughline ${line}`),
          ),
        ]),
    ...Object.entries(commands).flatMap(([name, child]) =>
      renderCommand([...path, name], child.summary, child, name === byDefault),
    ),
  ]
}
