/** A folder in the Open Knowledge Format: one Markdown file a concept, with its type in front matter. */

import type { JsonObject } from '../../../core/model/json.ts'
import { isSkipped } from '../../../core/ports/history-source.ts'
import type {
  ForeignMemorySource,
  ForeignPlace,
  ImportedMemory,
} from '../../../core/ports/memory-source.ts'
import { objectOf, timeOf } from '../../foreign-files/json-values.ts'
import { findFolder, readTexts, type TextFile } from '../shared/folder-item.ts'
import { readFrontMatter } from '../shared/front-matter.ts'
import { kindOf } from '../shared/kinds.ts'
import { firstText, recordsOf, textsOf } from '../shared/statement.ts'
import { localTime } from '../shared/times.ts'

export const okf: ForeignMemorySource = {
  name: 'okf',
  displayName: 'Open Knowledge Format',
  unit: 'file',
  needsPath: true,
  async discover({ path = '' }) {
    const item = await findFolder(path, isConcept)
    return item ? [item] : []
  },
  async *read({ path }) {
    for await (const file of readTexts(path, isConcept)) {
      if (isSkipped(file)) yield file
      else yield* toMemory(file)
    }
  },
}

const isConcept = (name: string) => !/(?:^|\/)(?:index|log)\.md$/.test(name)

function* toMemory({ name, text, changedAt }: TextFile): Generator<ImportedMemory> {
  const { fields, body } = readFrontMatter(text)
  const type = firstText(fields, 'type')
  const content = contentOf(fields, body)
  if (type === undefined || content === '') return
  const generatedAt = timeOf(objectOf(fields.generated).at) ?? timeOf(fields.timestamp)
  yield {
    id: firstText(fields, 'id') ?? name,
    origin: name,
    content,
    kind: kindOf(type),
    author: isReviewed(fields) ? 'user' : 'other',
    place: placeOf(fields),
    tags: textsOf(fields.tags),
    keywords: textsOf([fields.title]),
    importance: Number(fields.importance) || undefined,
    createdAt: localTime(fields.created) ?? generatedAt ?? changedAt,
    updatedAt: generatedAt ?? changedAt,
    validFrom: localTime(fields.valid_from),
    validTo: localTime(fields.stale_after),
    isSuperseded: fields.status === 'deprecated',
  }
}

/** A description that the body repeats adds nothing; footnotes and the title are no statements. */
function contentOf(fields: JsonObject, body: string): string {
  const description = firstText(fields, 'description') ?? ''
  const said = body
    .replace(/^\s*#\s+.*\n/, '')
    .replaceAll(/^\[\^[^\]]+\]:.*$/gm, '')
    .replaceAll(/\[\^[^\]]+\]/g, '')
    .trim()
  return said.includes(description) ? said : `${description}\n${said}`.trim()
}

/** One mapping counts as a list. */
function isReviewed({ verified }: JsonObject): boolean {
  const reviews = Array.isArray(verified) ? recordsOf(verified) : [objectOf(verified)]
  return reviews.some(({ by }) => String(by ?? '').startsWith('human:'))
}

function placeOf(fields: JsonObject): ForeignPlace {
  const name = firstText(fields, 'project')
  if (name !== undefined) return { kind: 'project', name }
  return fields.scope === 'global' ? { kind: 'global' } : { kind: 'unknown' }
}
