/**
 * A memory as a Markdown file for people and git. The front matter follows the Open Knowledge Format
 * 0.2, with keys of ours for what it lacks.
 */
import type { BundleMemoryLine, BundleProjectLine } from '../../../contract/bundle.ts'
import { shortId } from '../../model/memory.ts'
import { writeFrontMatter } from '../../text/front-matter.ts'
import { cutAtWord } from '../../text/shorten.ts'
import { slug } from '../../text/slug.ts'

/** Of titles, and of each part of a path. */
const mostCharacters = 60

export interface MarkdownFile {
  /** Relative to the folder. */
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
