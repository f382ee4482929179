/** A folder in the Open Knowledge Format: one Markdown file a concept, with its type in front matter. */
import { type JsonObject, objectOf, timeOf } from '../../core/model/json.ts'
import type { ForeignPlace, ImportedMemory } from '../../core/ports/memory-source.ts'
import { fieldText, fieldTexts, readFrontMatter } from '../../core/text/front-matter.ts'
import { createFolderSource, type TextFile } from './folder-source.ts'
import { kindOf, localTime, recordsOf } from './statement.ts'

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

/** A description that the body repeats adds nothing; footnotes and the title are no statements. */
function contentOf(fields: JsonObject, body: string): string {
  const description = fieldText(fields.description) ?? ''
  const said = body
    .replace(/^\s*#\s+.*\n/, '')
    .replaceAll(/^\[\^[^\]]+\]:.*$/gm, '')
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .trim()
  return said.includes(description) ? said : `${description}\n${said}`.trim()
}

/** A single review may be an object instead of a list. */
function isReviewed({ verified }: JsonObject): boolean {
  const reviews = Array.isArray(verified) ? recordsOf(verified) : [objectOf(verified)]
  return reviews.some(({ by }) => String(by ?? '').startsWith('human:'))
}

function placeOf(fields: JsonObject): ForeignPlace {
  const name = fieldText(fields.project)
  if (name !== undefined) return { kind: 'project', name }
  return fields.scope === 'global' ? { kind: 'global' } : { kind: 'unknown' }
}
