/** The pages of all memories but those whose removal waits, with both sides of each conflict. */
import type { Memory } from '../../model/memory.ts'
import type { Page } from '../model.ts'

export type Compile = (memories: readonly Memory[]) => Promise<readonly Page[]>

export async function compileShown(
  memories: ReadonlyMap<string, Memory>,
  open: { readonly held: ReadonlySet<string>; readonly conflicts: ReadonlyMap<string, string> },
  { compile }: { readonly compile: Compile },
): Promise<readonly Page[]> {
  const shown = open.held.size === 0 ? [...memories.values()] : withoutHeld(memories, open.held)
  return withConflicts(await compile(shown), open.conflicts)
}

function withoutHeld(memories: ReadonlyMap<string, Memory>, held: ReadonlySet<string>): Memory[] {
  return [...memories].flatMap(([anchor, memory]) => (held.has(anchor) ? [] : [memory]))
}

function withConflicts(
  pages: readonly Page[],
  conflicts: ReadonlyMap<string, string>,
): readonly Page[] {
  if (conflicts.size === 0) return pages
  return pages.map((page) => ({
    ...page,
    sections: page.sections.map((section) => ({
      ...section,
      items: section.items.map((item) => {
        const pageText = item.type === 'statement' ? conflicts.get(item.anchor) : undefined
        return pageText === undefined ? item : { ...item, pageText }
      }),
    })),
  }))
}
