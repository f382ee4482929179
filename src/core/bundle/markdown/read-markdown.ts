/** Reads the front matter and the text of a file that `toMarkdown` wrote and a person may have edited. */
import {
  type MemoryKind,
  type MemoryScope,
  type MemoryStanding,
  memoryScopes,
  memoryStandings,
  parseKind,
  type TrustLevel,
  trustLevels,
} from '../../../contract/vocabulary.ts'

export interface MarkdownMemory {
  readonly id: string
  readonly version: number
  readonly kind: MemoryKind
  readonly content: string
  readonly scope: MemoryScope
  readonly scopeId: string
  /** The identity of its project. */
  readonly project: string | undefined
  readonly key: string | undefined
  readonly tags: readonly string[]
  readonly files: readonly string[]
  readonly importance: number | undefined
  readonly pinned: boolean
  readonly standing: MemoryStanding
  readonly trust: TrustLevel
  readonly createdAt: string | undefined
  readonly updatedAt: string | undefined
  readonly validTo: string | undefined
}

/** @returns undefined if it is no memory of ours */
export function readMarkdown(text: string): MarkdownMemory | undefined {
  const [, head, body] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? []
  if (head === undefined || body === undefined) return undefined
  const members = readMembers(head)
  const kind = parseKind(String(members.type ?? ''))
  const id = textOf(members.id)
  if (!kind || id === undefined || !isId(id)) return undefined
  const generated = members.generated as { at?: unknown } | undefined
  return {
    id,
    version: numberOf(members.version) ?? 1,
    kind,
    content: body.trim(),
    scope: oneOf(memoryScopes, members.scope) ?? 'global',
    scopeId: textOf(members.scope_id) ?? '',
    project: textOf(members.project),
    key: textOf(members.key),
    tags: textsOf(members.tags),
    files: textsOf(members.files),
    importance: numberOf(members.importance),
    pinned: members.pinned === true,
    standing: oneOf(memoryStandings, members.standing) ?? 'memory',
    trust: oneOf(trustLevels, members.trust) ?? 'user',
    createdAt: timeOf(members.created),
    updatedAt: timeOf(generated?.at),
    validTo: timeOf(members.stale_after),
  }
}

/** One member a line, and lists as editors write them: an item a line after a dash. */
function readMembers(head: string): Record<string, unknown> {
  const members: Record<string, unknown> = {}
  let last = ''
  for (const line of head.split(/\r?\n/)) {
    const [, item] = /^\s*- +(.*)$/.exec(line) ?? []
    if (item !== undefined && last !== '') {
      const list = members[last]
      members[last] = [...(Array.isArray(list) ? list : []), parseValue(item)]
      continue
    }
    const [, name, value = ''] = /^([a-z_]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    last = name
    members[name] = parseValue(value)
  }
  return members
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const [, list] = /^\[(.*)\]$/.exec(text) ?? []
    return list === undefined
      ? unquoted(text)
      : list.split(',').map((item) => unquoted(item.trim()))
  }
}

const unquoted = (text: string) => text.trim().replace(/^'(.*)'$/, '$1')
const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)
const textsOf = (value: unknown) =>
  [value].flat().flatMap((item) => (typeof item === 'string' && item !== '' ? [item] : []))

function timeOf(value: unknown): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

const oneOf = <T extends string>(known: readonly T[], value: unknown) =>
  known.find((each) => each === value)
