/** Every command with its arguments, options and examples, from the manifest. */
import type { Command } from '../../src/entry/cli/command.ts'
import { groups } from '../../src/entry/cli/manifest.ts'
import { code, fence, plain, sentence, table } from './markdown.ts'

export async function renderCommands(): Promise<string> {
  const parts: string[] = []
  for (const [group, entries] of Object.entries(groups)) {
    parts.push(`## ${group}\n`)
    for (const { name, summary, load } of entries) {
      parts.push(...renderCommand([name], summary, await load(), false))
    }
  }
  return `\n${parts.join('\n')}\n`
}

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
  const rows = [
    ...args.map(({ name, description }) => [code(name), plain(description)]),
    ...options.map(({ flag, placeholder = '', description }) => [
      code(`--${flag} ${placeholder}`.trim()),
      plain(description),
    ]),
  ]
  const byItself = isDefault ? ` Runs if you name no command.` : ''
  return [
    `${'#'.repeat(path.length + 2)} ${path.join(' ')}\n`,
    `${sentence(plain(summary))}${byItself}\n`,
    ...(names.length > 0 && !run ? [] : [fence('sh', [usage.join(' ')])]),
    ...(rows.length === 0 ? [] : [table(['argument or option', 'meaning'], rows)]),
    ...(examples.length === 0
      ? []
      : [
          `Examples:\n`,
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
