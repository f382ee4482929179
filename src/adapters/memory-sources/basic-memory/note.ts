/** A note: observations `- [category] text #tag (context)`, relations `- type [[Target]]`, or just text. */
import type { ImportedMemory } from '../../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../../core/text/front-matter.ts'
import type { TextFile } from '../shared/folder-item.ts'
import { kindOf } from '../shared/kinds.ts'
import { localTime } from '../shared/times.ts'

export interface Note {
  readonly title: string
  readonly permalink: string
  readonly observations: readonly { readonly category: string; readonly text: string }[]
  readonly body: string
  readonly type: string | undefined
  readonly tags: readonly string[]
  readonly createdAt: string
  readonly updatedAt: string
  /** Titles or permalinks of the notes it replaced. */
  readonly supersedes: readonly string[]
}

const observation = /^\s*-\s+\[([^\][]+)\]\s+(.+)$/gm
const relation = /^\s*-\s+(\w+)\s+\[\[([^\]|]+)/gm

export function readNote({ name, text, changedAt }: TextFile): Note {
  const { fields, body } = readFrontMatter(text)
  const fromName = name.replace(/\.md$/, '')
  const relations = [...body.matchAll(relation)]
  return {
    title: fieldText(fields.title) ?? fromName.split('/').at(-1) ?? fromName,
    permalink: fieldText(fields.permalink) ?? fromName,
    observations: [...body.matchAll(observation)]
      // `- [ ]` and `- [x]` are tasks.
      .filter(([, category = '']) => !/^\s*x?\s*$/i.test(category))
      .map(([, category = '', said = '']) => ({ category, text: said.trim() })),
    body: body.replace(/^#\s+.*\n/, '').trim(),
    type: fieldText(fields.type),
    tags: fieldTexts(fields.tags),
    createdAt: localTime(fieldText(fields.created)) ?? changedAt,
    updatedAt: localTime(fieldText(fields.modified)) ?? changedAt,
    supersedes: relations
      .filter(([, type]) => type === 'supersedes')
      .map(([, , target = '']) => target.trim()),
  }
}

export function* toMemories(note: Note, isSuperseded: boolean): Generator<ImportedMemory> {
  const { title, permalink, observations, body, type, tags, createdAt, updatedAt } = note
  const common = {
    author: 'other',
    place: { kind: 'unknown' },
    origin: permalink,
    createdAt,
    updatedAt,
    isSuperseded,
  } as const
  for (const { category, text } of observations) {
    const own = [...text.matchAll(/(?:^|\s)#([\w/-]+)/g)].map(([, tag = '']) => tag)
    const content = text.replaceAll(/\s+#[\w/-]+/g, '').trim()
    yield {
      ...common,
      id: `${permalink} ${content}`,
      content,
      kind: kindOf(category),
      tags: [...tags, ...own],
      keywords: [title],
    }
  }
  if (observations.length > 0 || body === '') return
  yield { ...common, id: permalink, content: body, kind: kindOf(type), tags, keywords: [title] }
}
