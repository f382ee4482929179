/**
 * Pages for a repository. They follow from what the statements say and from nothing that only one
 * clone knows, such as files, tags, use or sessions, so that every clone writes the same bytes.
 */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { defaultImportance, type Memory, type ScopeAddress } from '../../model/memory.ts'
import type { Page } from '../model.ts'
import { compilePages } from '../pages/compile-pages.ts'
import { fromOneLine } from './one-line.ts'

export interface ShownStatement {
  readonly anchor: string
  /** In one line. */
  readonly written: string
  readonly kind: MemoryKind
  /** A day. */
  readonly since: string
}

export function compileForRepository(
  statements: readonly ShownStatement[],
  { name, address }: { readonly name: string; readonly address: ScopeAddress },
): readonly Page[] {
  if (statements.length === 0) return []
  const written = new Map(statements.map((each) => [each.anchor, each.written]))
  const { pages } = compilePages({
    ...{ name, place: 'repository', replaced: [], links: [], sessions: [] },
    memories: statements.map((statement) => asMemory(statement, address)),
    dayOf: (time) => time.slice(0, 10),
  })
  return pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map((item) =>
        item.type === 'generated' ? item : { ...item, text: written.get(item.anchor) ?? item.text },
      ),
    })),
  }))
}

/** Its anchor is its id, so that it is sorted the same in every clone. */
function asMemory({ anchor, written, kind, since }: ShownStatement, address: ScopeAddress): Memory {
  const at = `${since}T00:00:00.000Z`
  return {
    ...address,
    ...{ id: anchor, key: undefined, kind, content: fromOneLine(written), contentHash: '' },
    ...{ tags: [], keywords: [], importance: defaultImportance, source: 'wiki', trust: 'user' },
    author: undefined,
    ...{ standing: 'memory', confirmation: undefined, confirmedAt: undefined, host: undefined },
    ...{ pinned: false, validFrom: at, validTo: undefined, supersededBy: undefined, useCount: 0 },
    ...{ lastUsedAt: undefined, files: [], commit: undefined, version: 1 },
    ...{ createdAt: at, updatedAt: at },
  }
}
