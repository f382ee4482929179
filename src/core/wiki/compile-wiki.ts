/** The pages of a wiki, from everything that is stored about its memories. */
import { type MemoryKind, memoryKinds } from '../../contract/vocabulary.ts'
import { type Memory, shortId } from '../model/memory.ts'
import type { Item, Page } from './model.ts'

const headings: Readonly<Record<MemoryKind, string>> = {
  decision: 'Decisions',
  rule: 'Rules',
  preference: 'Preferences',
  correction: 'Rules',
  fact: 'What holds',
  fix: 'Fixes',
  workaround: 'Fixes',
  procedure: 'How to',
  reference: 'References',
}

export async function compileWiki(memories: readonly Memory[]): Promise<readonly Page[]> {
  const pages = memoryKinds.flatMap((kind): Page[] => {
    const found = memories.filter((memory) => memory.kind === kind)
    if (found.length === 0) return []
    const items = found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(toItem)
    return [
      {
        ...{ path: `concepts/other-${kind}.md`, type: 'concept', title: `Other: ${kind}` },
        ...{ summary: '', tags: [], aliases: [], updated: undefined, sources: found.length },
        sections: [{ heading: headings[kind], items }],
      },
    ]
  })
  const links = pages.map(({ path, title }): Item => {
    return { type: 'generated', text: `[[${path.slice(0, -3)}|${title}]]` }
  })
  const index: Page = {
    ...{ path: 'index.md', type: 'index', title: 'Index', summary: '', tags: [], aliases: [] },
    ...{ updated: undefined, sources: memories.length },
    sections: [{ heading: 'Concepts', items: links }],
  }
  return pages.length === 0 ? [] : [...pages, index]
}

function toItem({ id, kind, content, validFrom }: Memory): Item {
  const anchor = shortId(id)
  return {
    type: 'statement',
    anchor,
    kind,
    since: validFrom.slice(0, 10),
    text: content,
    disputes: [],
  }
}
