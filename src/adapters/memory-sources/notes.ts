/** Notes in a folder the user names: any Markdown, such as an Obsidian vault, or OKF. */
import { memoryLimits } from '../../contract/vocabulary.ts'
import { type JsonObject, objectOf, timeOf } from '../../core/model/json.ts'
import type { ForeignPlace, ImportedMemory } from '../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { readSections } from './markdown.ts'
import { joinStatement, kindOf, localTime, recordsOf } from './statement.ts'

export const obsidian = createFolderSource({
  name: 'obsidian',
  displayName: 'Notes',
  unit: 'note',
  needsPath: true,
  folders: ({ path = '' }) => [{ path }],
  isWanted: (name) =>
    !/(?:^|\/)(?:\.[^/]+|templates?|node_modules)\//i.test(name) && !/(?:^|\/)\./.test(name),
  memories: toMemories,
})

/** A short note becomes one memory, a long one a memory per heading. */
function* toMemories({ name, text, changedAt }: TextFile): Generator<ImportedMemory> {
  const { fields, body } = readFrontMatter(text)
  const plain = plainText(body)
  const title = name.replace(/\.md$/, '').split('/').at(-1) ?? name
  const isShort = plain.length <= memoryLimits.contentCharacters
  const sections = isShort ? [{ title: '', text: withoutTitle(plain) }] : readSections(plain)
  const inline = [...plain.matchAll(/(?:^|\s)#([\p{L}][\p{L}\p{N}/_-]*)/gu)]
  for (const section of sections) {
    const content = joinStatement(section.title || title, section.text)
    if (content === '' || content === title) continue
    yield {
      id: isShort ? name : `${name} # ${section.title}`,
      origin: name,
      content,
      kind: kindOf(fieldText(fields.type) ?? fieldText(fields.kind)),
      author: isClipped(fields) ? 'other' : 'user',
      place: { kind: 'unknown' },
      tags: [...tagsOf(fields), ...inline.map(([, tag = '']) => tag)],
      keywords: [title, ...fieldTexts(fields.aliases)],
      createdAt: localTime(fieldText(fields.created)) ?? changedAt,
      updatedAt: localTime(fieldText(fields.modified ?? fields.updated)) ?? changedAt,
    }
  }
}

/** A clipped web page is not the user's own text. */
const isClipped = (fields: JsonObject) =>
  [fields.source, fields.url, fields.link].some((each) => /^https?:/.test(String(each ?? '')))

const tagsOf = ({ tags }: JsonObject) =>
  typeof tags === 'string' ? tags.split(/[,\s]+/).filter(Boolean) : fieldTexts(tags)

const withoutTitle = (text: string) => text.replace(/^#\s+.*\n/, '').trim()

const plainText = (body: string) =>
  body
    .replaceAll(/%%[\s\S]*?%%/g, '')
    .replaceAll(/!\[\[[^\]]*\]\]/g, '')
    .replaceAll(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, '$1')
    .replaceAll(/\s\^[\w-]+$/gm, '')
    .trim()

/** The Open Knowledge Format: one Markdown file per concept, with its type in the front matter. */
export const okf = createFolderSource({
  name: 'okf',
  displayName: 'Open Knowledge Format',
  unit: 'file',
  needsPath: true,
  folders: ({ path = '' }) => [{ path }],
  isWanted: (name) => !/(?:^|\/)(?:index|log)\.md$/.test(name),
  memories: toMemory,
})

function* toMemory({ name, text, changedAt }: TextFile): Generator<ImportedMemory> {
  const { fields, body } = readFrontMatter(text)
  const type = fieldText(fields.type)
  const content = contentOf(fields, body)
  if (type === undefined || content === '') return
  const generatedAt =
    timeOf(fieldText(objectOf(fields.generated).at)) ?? timeOf(fieldText(fields.timestamp))
  yield {
    id: fieldText(fields.id) ?? name,
    origin: name,
    content,
    kind: kindOf(type),
    author: isReviewed(fields) ? 'user' : 'other',
    place: placeOf(fields),
    tags: fieldTexts(fields.tags),
    keywords: fieldTexts(fields.title),
    importance: Number(fields.importance) || undefined,
    createdAt: localTime(fieldText(fields.created)) ?? generatedAt ?? changedAt,
    updatedAt: generatedAt ?? changedAt,
    validFrom: localTime(fieldText(fields.valid_from)),
    validTo: localTime(fieldText(fields.stale_after)),
    isSuperseded: fields.status === 'deprecated',
  }
}

/** Skips a description that the body repeats, footnotes and the title. */
function contentOf(fields: JsonObject, body: string): string {
  const description = fieldText(fields.description) ?? ''
  const said = body
    .replace(/^\s*#\s+.*\n/, '')
    .replaceAll(/^\[\^[^\]]+\]:.*$/gm, '')
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .trim()
  return said.includes(description) ? said : `${description}\n${said}`.trim()
}

/** A single review may be an object rather than a list. */
function isReviewed({ verified }: JsonObject): boolean {
  const reviews = Array.isArray(verified) ? recordsOf(verified) : [objectOf(verified)]
  return reviews.some(({ by }) => String(by ?? '').startsWith('human:'))
}

function placeOf(fields: JsonObject): ForeignPlace {
  const name = fieldText(fields.project)
  if (name !== undefined) return { kind: 'project', name }
  return fields.scope === 'global' ? { kind: 'global' } : { kind: 'unknown' }
}
