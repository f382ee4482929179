/**
 * A memory as a Markdown file for people and git, and back after a person edited it. The front matter
 * follows the Open Knowledge Format 0.2, with additional keys of ours.
 */
import type { BundleMemoryLine, BundleProjectLine } from '../../../contract/bundle.ts'
import {
  type MemoryKind,
  type MemoryScope,
  type MemoryStanding,
  memoryScopes,
  memoryStandings,
  parseKind,
  statableTrusts,
  type TrustLevel,
} from '../../../contract/vocabulary.ts'
import { type Json, objectOf, timeOf } from '../../model/json.ts'
import { shortId } from '../../model/memory.ts'
import {
  fieldText,
  fieldTexts,
  readFrontMatter,
  writeFrontMatter,
} from '../../text/front-matter.ts'
import { cutAtWord } from '../../text/shorten.ts'
import { slug } from '../../text/slug.ts'

export interface MarkdownMemory {
  readonly id: string
  readonly version: number
  readonly kind: MemoryKind
  readonly content: string
  readonly scope: MemoryScope
  readonly scopeId: string
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

/** @returns undefined if it is not our memory */
export function readMarkdown(text: string): MarkdownMemory | undefined {
  const { fields, body } = readFrontMatter(text)
  const kind = parseKind(fieldText(fields.type) ?? '')
  const id = fieldText(fields.id)
  if (!kind || id === undefined || !isId(id)) return undefined
  return {
    id,
    version: numberOf(fields.version) ?? 1,
    kind,
    content: body.trim(),
    scope: oneOf(memoryScopes, fields.scope) ?? 'global',
    scopeId: fieldText(fields.scope_id) ?? '',
    project: fieldText(fields.project),
    key: fieldText(fields.key),
    tags: fieldTexts(fields.tags),
    files: fieldTexts(fields.files),
    importance: numberOf(fields.importance),
    pinned: fields.pinned === true,
    standing: oneOf(memoryStandings, fields.standing) ?? 'memory',
    trust: trustOf(fields.trust),
    createdAt: dateOf(fields.created),
    updatedAt: dateOf(objectOf(fields.generated).at),
    validTo: dateOf(fields.stale_after),
  }
}

/** A file cannot prove which teammate wrote it, so a teammate's words become foreign. */
function trustOf(value: Json | undefined): TrustLevel {
  if (value === 'teammate') return 'tool'
  return oneOf([...statableTrusts, 'repository'], value) ?? 'user'
}

const dateOf = (value: Json | undefined) => timeOf(fieldText(value))
const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const oneOf = <T extends string>(known: readonly T[], value: Json | undefined) =>
  known.find((each) => each === value)

/** `1.0` is kept as a text. */
function numberOf(value: Json | undefined): number | undefined {
  const number = Number(fieldText(value) ?? Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** For titles, and for each part of a path. */
const mostCharacters = 60

export interface MarkdownFile {
  readonly path: string
  readonly text: string
}

/** Marks the folder as ours. */
export const markdownIndex: MarkdownFile = {
  path: 'index.md',
  text: `---
type: index
title: Memories
okf_version: "0.2"
generated: {"by":"throughline"}
---

One file for each memory. Edit them, then read them back: \`throughline import FOLDER\`.
`,
}

export function toMarkdown(
  { memory, sources }: BundleMemoryLine,
  project: Pick<BundleProjectLine, 'identity' | 'name'> | undefined,
): MarkdownFile {
  const { id, kind, content, scope, scopeId, standing, validTo } = memory
  const place = project?.name ?? (scope === 'global' ? 'global' : `${scope} ${scopeId}`)
  const title = firstWords(content)
  const head = writeFrontMatter({
    type: kind,
    title,
    id,
    version: memory.version,
    standing,
    status: validTo !== undefined ? 'deprecated' : standing === 'candidate' ? 'draft' : 'stable',
    scope,
    project: project?.identity,
    scope_id: scope === 'session' || scope === 'agent' ? scopeId : undefined,
    key: memory.key,
    tags: memory.tags,
    files: memory.files,
    importance: memory.importance,
    pinned: memory.pinned,
    trust: memory.trust,
    author: memory.author?.name,
    created: memory.createdAt,
    valid_from: memory.validFrom,
    stale_after: validTo,
    superseded_by: memory.supersededBy,
    generated: { by: memory.host ?? memory.source, at: memory.updatedAt },
    sources: sources.map(({ type, ref }) => ({ id: type, resource: ref })),
  })
  const nameOf = (text: string) => slug(text, mostCharacters, 'memory')
  const name = `${kind}-${nameOf(title)}-${shortId(id)}.md`
  return { path: `${nameOf(place)}/${name}`, text: `${head}\n${content}\n` }
}

function firstWords(content: string): string {
  const [line = ''] = content.split('\n')
  return cutAtWord(line, mostCharacters)
}
