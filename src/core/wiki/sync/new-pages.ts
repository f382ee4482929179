/** A page that a person made in a folder of ours, without a list: its words are one statement. */
import { memoryLimits } from '../../../contract/vocabulary.ts'
import type { StatementAddition } from './edits.ts'
import type { ReadWiki } from './read-pages.ts'

const folders = { 'concepts/': 'fact', 'decisions/': 'decision' } as const

export function findNewPages({ built, touched }: ReadWiki): StatementAddition[] {
  return [...touched].flatMap(([page, read]): StatementAddition[] => {
    const [, kind] = Object.entries(folders).find(([folder]) => page.startsWith(folder)) ?? []
    if (!read || !kind || built.has(page) || read.parsed.blocks.length > 0) return []
    const text = read.parsed.passages.map((passage) => passage.text).join('\n\n')
    const isDocument = /^(?:#{1,6} |`{3}|~{3})/m.test(text)
    if (text === '' || isDocument || text.length > memoryLimits.contentCharacters) return []
    return [{ type: 'create', page, line: 0, heading: '', text, kind }]
  })
}
