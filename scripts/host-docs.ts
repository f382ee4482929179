/**
 * The tables of agents in README.md and docs/hosts.md, from what their adapters declare.
 *
 *     node scripts/host-docs.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadHosts } from '../src/adapters/hosts/hosts.ts'
import type { Host, IntegrationKind, SettingsTarget } from '../src/core/ports/host.ts'
import { testedVersion } from './install-client.ts'

const hosts = await loadHosts()

const generated = /(<!-- hosts.*? -->\n).*(<!-- \/hosts -->)/s

/** Each page with what stands between its marks. */
export const hostPages = [
  { name: 'README.md', render: overview },
  { name: 'docs/hosts.md', render: () => `${overview()}\n${hosts.map(section).join('\n')}` },
] as const

export function readPage(name: string): string {
  return readFileSync(pageUrl(name), 'utf8')
}

/** The page as it should be. */
export function renderPage(text: string, render: () => string): string {
  return text.replace(generated, (_, start: string, end: string) => start + render() + end)
}

function overview(): string {
  const head = [
    'agent',
    'events',
    'context at the start',
    'context at a prompt',
    'answers',
    'compaction',
    'MCP',
    'tested with',
    'connected in',
  ]
  const rows = hosts.map((host) => {
    const { injectsAtStart, injectsAtPrompt, endOfTurnText, compaction } = host.capabilities
    return [
      host.displayName,
      String(host.events.length),
      mark(injectsAtStart),
      mark(injectsAtPrompt),
      endOfTurnText ? 'yes' : host.readTranscript ? 'from the transcript' : 'no',
      mark(compaction),
      mark(filesWith(host, 'mcp', 'user').length > 0),
      testedVersion(host.name) ?? 'documentation only',
      filesWith(host, 'hooks', 'user').map(code).join(', '),
    ]
  })
  return table(head, rows)
}

function section(host: Host): string {
  const kinds: [IntegrationKind, string][] = [
    ['hooks', 'Hooks'],
    ['mcp', 'MCP server'],
    ['instructions', 'Instructions'],
    ['permissions', 'Permission (`--allow-tools`)'],
  ]
  const rows = kinds.flatMap(([kind, title]) => {
    const files = (['user', 'project'] as const).map((target) =>
      filesWith(host, kind, target).map(code).join(', '),
    )
    return files.some((file) => file !== '') ? [[title, ...files]] : []
  })
  const { maxContextCharacters } = host.capabilities
  const remarks = [...host.remarks, ...(host.projectRemarks ?? [])]
  const events = host.events.map(({ name, answers }) => `${code(name)}${answers ? '*' : ''}`)
  return [
    `## ${host.displayName}\n`,
    table([code(`throughline setup --host ${host.name}`), 'for you', 'for one project'], rows),
    `Events: ${events.join(', ')} (* is answered, with at most ${maxContextCharacters.toLocaleString('en')} characters).\n`,
    remarks.map((remark) => `- ${remark}\n`).join(''),
  ].join('\n')
}

function filesWith(host: Host, kind: IntegrationKind, target: SettingsTarget): string[] {
  const location = { target, userHome: '~', projectFolder: '', programFolders: [] }
  const files = host
    .integrationFiles(location)
    .filter(({ integrations }) => integrations.some((one) => one.kind === kind))
  return files.map(({ file }) => file.replaceAll('\\', '/'))
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

const code = (text: string) => `\`${text}\``
const mark = (can: boolean) => (can ? 'yes' : 'no')
const pageUrl = (name: string) => new URL(`../${name}`, import.meta.url)

if (import.meta.main) {
  for (const { name, render } of hostPages) {
    writeFileSync(pageUrl(name), renderPage(readPage(name), render))
  }
}
