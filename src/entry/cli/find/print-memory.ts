/** A memory in full, with its sources and its history. */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { describeCommit, describeStanding } from '../../../contract/wording.ts'
import { diffText } from '../../../core/setup/diff.ts'
import { quoteName } from '../../../core/text/safe-text.ts'
import type { Ask, CliContext } from '../context.ts'
import { checkRows } from '../memories/check.ts'
import type { TableRow } from '../present/table.ts'
import { brief, count, excerpt, idCell, readableTime } from '../present.ts'
import { type Captured, findCaptured } from './captured.ts'

type Memory = OutputOf<'getMemory'>
type Source = Memory['sources'][number]
type Version = OutputOf<'memoryHistory'>['versions'][number]

export async function printMemory(
  context: CliContext,
  memory: Memory,
  ask: Ask,
  checks?: OutputOf<'listChecks'>,
): Promise<void> {
  if (memory.redirectedFrom !== undefined) {
    context.print(`${brief(memory.redirectedFrom)} was superseded by this one:`)
  }
  const standing = describeStanding(memory, storedBy(memory))
  const scope = await describeScope(memory, ask)
  const checked = checks ? checkRows(checks) : []
  context.printTable([...factsOf(memory, scope, inHost(memory), standing), ...checked])
  context.print()
  context.print(memory.content)
}

function storedBy({ sources }: Memory): string | undefined {
  const agent = sources.find(({ type, ref }) => type === 'manual' && ref !== '')
  return agent && nameAgent(agent.ref)
}

/** `project widgets`: by its name, not its id. */
async function describeScope({ scope, scopeId }: Memory, ask: Ask): Promise<string> {
  if (scopeId === '') return scope
  if (scope !== 'project') return `${scope} ${brief(scopeId)}`
  try {
    return `${scope} ${(await ask('getProject', { project: scopeId })).name}`
  } catch (error) {
    if (error instanceof ThroughlineError) return `${scope} ${brief(scopeId)}`
    throw error
  }
}

function factsOf(memory: Memory, scope: string, inItsHost: string, standing: string): TableRow[] {
  const { id, links } = memory
  const list = (name: string, values: readonly string[]) =>
    values.length === 0 ? [] : [[name, values.join(', ')]]
  const linked = links.map(({ from, relation, to }) =>
    from === id ? [relation, idCell(to)] : [passive[relation], idCell(from)],
  )
  const superseded =
    memory.supersededBy === undefined ? '' : `, superseded by ${brief(memory.supersededBy)}`
  const [commit] = memory.sources.filter(({ type }) => type === 'commit')
  const speaker =
    commit && memory.trust === 'repository'
      ? describeCommit(commit, new Date())
      : speakers[memory.trust]
  const whose = memory.author ? `teammate ${memory.author.name}` : speaker
  return [
    ['memory', idCell(id)],
    ['kind', `${memory.kind}${memory.pinned ? ', pinned' : ''}`],
    ['scope', scope],
    ...list('key', memory.key === undefined ? [] : [memory.key]),
    ...list('tags', memory.tags),
    ...list('keywords', memory.keywords),
    ['importance', String(memory.importance)],
    ['standing', `${memory.standing}: ${standing}`],
    ['said by', `${whose}${inItsHost}`],
    [
      'valid',
      `from ${readableTime(memory.validFrom)}${memory.validTo ? ` to ${readableTime(memory.validTo)}` : ''}${superseded}`,
    ],
    ['changed', `${readableTime(memory.updatedAt)}, version ${memory.version}`],
    ['used', describeUse(memory)],
    ...list(
      'branch',
      memory.stagedOn === undefined ? [] : [`${quoteName(memory.stagedOn)}, not merged here`],
    ),
    ...list('outdated', memory.failing === undefined ? [] : [memory.failing]),
    ...list('files', memory.files),
    ...list('commit', memory.commit === undefined ? [] : [memory.commit.slice(0, 10)]),
    ...linked,
    ...(memory.holdsBeside ?? []).map((beside) => [
      'also valid',
      `${brief(beside.id)}, because ${beside.because}`,
    ]),
  ]
}

function describeUse({ useCount, lastUsedAt, given }: Memory): string {
  const used = lastUsedAt ? `${count(useCount, 'time')}, last ${readableTime(lastUsedAt)}` : 'never'
  if (!given) return used
  return `${used}; given to ${count(given.sessions, 'session')}, ${given.used} used it`
}

const speakers: Readonly<Record<Memory['trust'], string>> = {
  user: 'you',
  agent: 'the agent',
  teammate: 'a teammate',
  repository: 'a file of the repository',
  tool: 'a tool or a page',
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
  ask: Ask,
): Promise<void> {
  context.print()
  context.print(sources.length === 0 ? 'sources: unknown' : 'sources:')
  for (const source of sources) context.print(`  ${await describeSource(source, ask)}`)
}

async function describeSource(source: Source, ask: Ask): Promise<string> {
  const { type, ref } = source
  const where = inHost(source)
  if (type === 'manual') return where === '' ? 'stored by hand' : `stored${where}`
  if (type === 'file') return `file ${ref}`
  if (type === 'commit') return describeCommit(source, new Date())
  if (type === 'import') return `imported from ${ref}`
  const captured = await findCaptured(ask, ref)
  return `${type} ${brief(ref)}${where}  ${captured ? describeCaptured(captured) : '(no longer kept)'}`
}

function inHost({ host }: { readonly host?: string | undefined }): string {
  return host === undefined ? '' : ` in ${nameAgent(host)}`
}

function describeCaptured(captured: Captured): string {
  switch (captured.type) {
    case 'turn':
      return `${readableTime(captured.startedAt)}  ${excerpt(captured.prompt ?? captured.answer ?? '', 80)}`
    case 'tool-event':
      return `${readableTime(captured.occurredAt)}  ${captured.toolName} ${excerpt(JSON.stringify(captured.input), 80)}`
    case 'session':
      return `${readableTime(captured.startedAt)}  ${excerpt(captured.title, 80)}`
  }
}

export function printHistory(context: CliContext, versions: readonly Version[]): void {
  context.print()
  context.print('history:')
  versions.forEach((version, index) => {
    const end = version.validTo === undefined ? 'now' : readableTime(version.validTo)
    context.print(
      `  version ${version.memory.version}, ${readableTime(version.validFrom)} to ${end}`,
    )
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
  return Array.isArray(value) ? value.join(', ') || '-' : brief(String(value ?? '-'))
}

/** Without the lines that name a file. */
function diffLines(before: string, after: string): string[] {
  const [, , ...lines] = diffText(`${before}\n`, `${after}\n`).trimEnd().split('\n')
  return lines.filter((line) => !line.startsWith('@@'))
}
