/** Commands and options that the documents mention exist. */
import { expect, test } from 'vitest'
import { listDocuments, readDocument } from '../scripts/documents.ts'
import { allOptions, type Command } from '../src/entry/cli/command.ts'
import { listCommands } from '../src/entry/cli/manifest.ts'

test('documents mention only commands and options that exist', async () => {
  const commands = new Map<string, Command>()
  for (const { name, load } of listCommands()) commands.set(name, await load())
  // Decisions tell what was; they are not rewritten.
  const documents = listDocuments().filter((name) => !name.startsWith('docs/decisions/'))
  const wrong = documents.flatMap((name) =>
    callsIn(readDocument(name))
      .filter((call) => !exists(call, commands))
      .map((call) => `${name}: throughline ${call}`),
  )
  expect(wrong).toEqual([])
})

/** `throughline recall words`, up to a comment, pipe or operator. Fences of `text` are messages. */
function callsIn(text: string): string[] {
  const code = (text.match(/^ *```[\s\S]*?^ *```|`[^`\n]+`/gm) ?? []).filter(
    (each) => !each.startsWith('```text'),
  )
  return code.flatMap((each) =>
    [...each.matchAll(/(?:^|\$ |&& |npx |`)throughline ([a-z][^\n`#|&<>;]*)/gm)].map(
      ([, call = '']) => call.replace(/'[^']*'|"[^"]*"/g, 'TEXT').trim(),
    ),
  )
}

function exists(call: string, commands: ReadonlyMap<string, Command>): boolean {
  const [name = '', ...words] = call.split(/[\s,]+/)
  let command = commands.get(name)
  const paths = [command]
  for (const word of words) {
    const child = command?.commands?.[word]
    if (!child) break
    paths.push(child)
    command = child
  }
  const byDefault = command?.commands?.[command.byDefault ?? '']
  const flags = [...paths, byDefault].flatMap((each) => (each ? allOptions(each) : []))
  const known = new Set(['help', ...flags.map(({ flag }) => flag)])
  if (!command) return false
  if (command.takesAnyWord) return true
  return words
    .flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
    .every((flag) => known.has(flag))
}
