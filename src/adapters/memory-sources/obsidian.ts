/** Notes of a folder that the user names, such as an Obsidian vault. */
import { memoryLimits } from '../../contract/vocabulary.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { ImportedMemory } from '../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { readSections } from './markdown.ts'
import { joinStatement, kindOf, localTime } from './statement.ts'

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

/** A short note is one memory, a long one has one for each heading. */
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

/** A page saved from the web is not the user's own text. */
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
