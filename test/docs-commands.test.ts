/** Commands and options that the documents mention exist. */
import { expect, test } from 'vitest'
import { listDocuments, readDocument } from '../scripts/documents.ts'
import { hostProtocols } from '../src/adapters/hosts/hosts.ts'
import { listSettings } from '../src/contract/list-settings.ts'
import { allOptions, type Command } from '../src/entry/cli/command.ts'
import { listCommands } from '../src/entry/cli/manifest.ts'

/** Decisions and the changelog tell what was; they are not rewritten. */
const isAboutNow = (name: string) => !/^(?:docs\/decisions\/|CHANGELOG)/.test(name)

test('documents mention only commands and options that exist', async () => {
  const commands = new Map<string, Command>()
  for (const { name, load } of listCommands()) commands.set(name, await load())
  const documents = listDocuments().filter(isAboutNow)
  const wrong = documents.flatMap((name) =>
    callsIn(readDocument(name), [...commands.keys()])
      .filter((call) => !exists(call, commands))
      .map((call) => `${name}: throughline ${call}`),
  )
  expect(wrong).toEqual([])
})

test('documents mention only settings that exist', () => {
  const keys = listSettings().map(({ key }) => key)
  const groups = new Set(keys.map((key) => key.split('.')[0]))
  const wrong = listDocuments()
    .filter((name) => isAboutNow(name) && name !== 'CONTRIBUTING.md')
    .flatMap((name) =>
      settingsIn(readDocument(name), groups)
        .filter(
          (found) =>
            !keys.some((key) => `${key}.`.startsWith(`${found}.`) || found.startsWith(`${key}.`)),
        )
        .map((found) => `${name}: ${found}`),
    )
  expect(wrong).toEqual([])
})

/** `learning.rules`, alone or after `config set`. */
function settingsIn(text: string, groups: ReadonlySet<string | undefined>): string[] {
  const named = [...text.matchAll(/`([a-z]\w*(?:\.[a-z]\w*)+)(?: [^`\n]*)?`/g)]
  const set = [...text.matchAll(/\bconfig (?:set|get|reset) ([a-z][\w.]*)/g)]
  return [
    ...named
      .map(([, found = '']) => found)
      .filter((found) => groups.has(found.split('.')[0]) && !/\.(?:md|json|ts)$/.test(found)),
    ...set.map(([, found = '']) => found),
  ]
}

test('a section with a table of agents names every agent', () => {
  const names = hostProtocols.map(({ displayName }) => displayName)
  const wrong = listDocuments()
    .filter(isAboutNow)
    .flatMap((name) =>
      readDocument(name)
        .split(/^(?=#)/m)
        .flatMap((section) => {
          const missing = names.filter((each) => !section.includes(each))
          const isOfAll = /^\| agent \|/m.test(section) && missing.length < names.length / 2
          return isOfAll ? [`${name}: ${section.split('\n')[0]} lacks ${missing}`] : []
        })
        .filter((found) => !found.endsWith('lacks ')),
    )
  expect(wrong).toEqual([])
})

/** `throughline recall words` with its comment, or `recall --limit 3`, up to a pipe or operator. Fences of `text` are messages. */
function callsIn(text: string, names: readonly string[]): string[] {
  const code = (text.match(/^ *```[\s\S]*?^ *```|`[^`\n]+`/gm) ?? []).filter(
    (each) => !each.startsWith('```text'),
  )
  const withoutProgram = new RegExp(
    `^\`((?:${names.join('|')}) [^\\n\`#|&<>;]*--[^\\n\`#|&<>;]*)`,
    'g',
  )
  const named = code.flatMap((each) => [
    ...each.matchAll(/(?:^|\$ |&& |npx |`)throughline ([a-z][^\n`#|&<>;]*(?:#[^\n`]*)?)/gm),
    // Without the program's name it is a call only with an option of a command of ours.
    ...each.matchAll(withoutProgram),
  ])
  return named.map(([, call = '']) => call.replace(/'[^']*'|"[^"]*"/g, 'TEXT').trim())
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
  const end = words.indexOf('--')
  return words
    .slice(0, end < 0 ? undefined : end)
    .flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? [])
    .every((flag) => known.has(flag))
}
