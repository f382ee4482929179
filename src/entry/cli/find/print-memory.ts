/** A memory in full, with its sources and its history. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { describeStanding } from '../../../contract/standing-text.ts'
import { diffText } from '../../../core/setup/diff.ts'
import type { CliContext, Reader } from '../context.ts'
import { excerpt } from '../present.ts'
import { type Captured, findCaptured } from './captured.ts'

type Memory = OutputOf<'getMemory'>
type Source = Memory['sources'][number]
type SourceReader = Pick<Reader, 'ask' | 'hostName'>
type Version = OutputOf<'memoryHistory'>['versions'][number]

export async function printMemory(
  context: CliContext,
  memory: Memory,
  reader: Reader,
): Promise<void> {
  if (memory.redirectedFrom !== undefined) {
    context.print(`${memory.redirectedFrom} was superseded by this one:`)
  }
  const standing = describeStanding(memory, await storedBy(memory, reader))
  context.printTable(factsOf(memory, await inHost(memory, reader), standing))
  context.print()
  context.print(memory.content)
}

async function storedBy(
  { sources }: Memory,
  { hostName }: SourceReader,
): Promise<string | undefined> {
  const agent = sources.find(({ type, ref }) => type === 'manual' && ref !== '')
  return agent && hostName(agent.ref)
}

function factsOf(memory: Memory, inItsHost: string, standing: string): string[][] {
  const { id, links } = memory
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[name, values.join(', ')]]
  const linked = links.map(({ from, relation, to }) =>
    from === id ? [relation, to] : [passive[relation], from],
  )
  const superseded =
    memory.supersededBy === undefined ? '' : `, superseded by ${memory.supersededBy}`
  const whose = memory.author ? `teammate ${memory.author.name}` : memory.trust
  return [
    ['memory', id],
    ['kind', `${memory.kind}${memory.pinned ? ', pinned' : ''}`],
    ['scope', memory.scopeId === '' ? memory.scope : `${memory.scope} ${memory.scopeId}`],
    ...list('key', memory.key === undefined ? [] : [memory.key]),
    ...list('tags', memory.tags),
    ...list('keywords', memory.keywords),
    ['importance', String(memory.importance)],
    ['standing', `${memory.standing}: ${standing}`],
    ['made', `${memory.source}, said by ${whose}${inItsHost}`],
    [
      'valid',
      `from ${memory.validFrom}${memory.validTo ? ` to ${memory.validTo}` : ''}${superseded}`,
    ],
    ['changed', `${memory.updatedAt}, version ${memory.version}`],
    ...list('files', memory.files),
    ...list('commit', memory.commit === undefined ? [] : [memory.commit]),
    ...linked,
    ...(memory.holdsBeside ?? []).map((beside) => [
      'both hold',
      `beside ${beside.id}, because ${beside.because}`,
    ]),
  ]
}

const passive = {
  supersedes: 'superseded by',
  contradicts: 'contradicted by',
  relates: 'related to',
  'derived-from': 'source of',
} as const

export async function printSources(
  context: CliContext,
  sources: readonly Source[],
  reader: SourceReader,
): Promise<void> {
  context.print()
  context.print(sources.length === 0 ? 'sources: none known' : 'sources:')
  for (const source of sources) context.print(`  ${await describeSource(source, reader)}`)
}

async function describeSource(source: Source, reader: SourceReader): Promise<string> {
  const { type, ref } = source
  const where = await inHost(source, reader)
  if (type === 'manual') return where === '' ? 'said by hand' : `said${where}`
  if (type === 'file') return `file ${ref}`
  if (type === 'import') return `imported from ${ref}`
  const captured = await findCaptured(reader.ask, ref)
  return `${type} ${ref}${where}  ${captured ? describeCaptured(captured) : '(no longer kept)'}`
}

async function inHost(
  { host }: { readonly host?: string | undefined },
  { hostName }: SourceReader,
): Promise<string> {
  return host === undefined ? '' : ` in ${await hostName(host)}`
}

function describeCaptured(captured: Captured): string {
  switch (captured.type) {
    case 'turn':
      return `${captured.startedAt}  ${excerpt(captured.prompt ?? captured.answer ?? '', 80)}`
    case 'tool-event':
      return `${captured.occurredAt}  ${captured.toolName} ${excerpt(JSON.stringify(captured.input), 80)}`
    case 'session':
      return `${captured.startedAt}  ${excerpt(captured.firstPrompt ?? captured.host, 80)}`
  }
}

export function printHistory(context: CliContext, versions: readonly Version[]): void {
  context.print()
  context.print('history:')
  versions.forEach((version, index) => {
    const end = version.validTo === undefined ? 'now' : version.validTo
    context.print(`  version ${version.memory.version}, ${version.validFrom} to ${end}`)
    for (const line of changesOf(versions[index - 1], version)) context.print(`    ${line}`)
  })
}

const comparedFields = [
  'key',
  'kind',
  'tags',
  'importance',
  'standing',
  'confirmation',
  'pinned',
  'files',
  'supersededBy',
] as const

function changesOf(before: Version | undefined, { memory }: Version): string[] {
  if (!before) return memory.content.split('\n')
  const fields = comparedFields
    .map((name) => [name, shown(before.memory[name]), shown(memory[name])] as const)
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name}: ${one} → ${other}`)
  return [...fields, ...diffLines(before.memory.content, memory.content)]
}

function shown(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') || '-' : String(value ?? '-')
}

/** Without the lines that name a file. */
function diffLines(before: string, after: string): string[] {
  const [, , ...lines] = diffText(`${before}\n`, `${after}\n`).trimEnd().split('\n')
  return lines.filter((line) => !line.startsWith('@@'))
}
