/** What a build would do, without doing it. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { showIntroductions } from '../introduction/show-introductions.ts'
import { compileShown } from './compile-shown.ts'
import { examineWiki } from './examine-wiki.ts'
import type { WikiSyncParts } from './sync-wiki.ts'
import { planPages } from './write-pages.ts'

type Preview = Pick<OutputOf<'diffWiki'>, 'edits' | 'pages'>

export async function previewWiki(parts: WikiSyncParts): Promise<Preview> {
  const { read, memories, decision, newPages, held } = await examineWiki(parts)
  const { conflicts } = decision
  const edits: Preview['edits'] = [...decision.edits, ...newPages].map((edit) => {
    const before = memories.get(edit.anchor ?? '')?.content
    const after = 'text' in edit ? edit.text : undefined
    const reason = after === undefined ? undefined : parts.edits.findFault(after)
    return {
      ...(reason === undefined ? { what: edit.type } : { what: 'refused', reason }),
      path: edit.page,
      ...(edit.anchor !== undefined && { anchor: edit.anchor }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }
  })
  for (const [anchor, after] of conflicts) {
    const path = pageOf(anchor, read.built)
    edits.push({ what: 'conflict', path, anchor, before: memories.get(anchor)?.content, after })
  }
  const compiled = await compileShown(memories, { held, conflicts }, parts)
  const { store, isShown } = parts.introductions
  const stored = await store.read(parts.wiki)
  const { pages } = showIntroductions(stored, { pages: compiled, memories, read }, isShown)
  const nothing = { kept: new Map(), consumed: new Set<string>() }
  const { planned } = await planPages({ pages, read, memories, held, ...nothing }, parts)
  // What a person edited is shown above; the page follows from it.
  const others = planned.filter(({ path }) => !read.touched.has(path))
  return {
    edits,
    pages: others.map(({ path, text, known }) => ({
      path,
      ...(known && { before: known.text }),
      ...(text !== undefined && { after: text }),
    })),
  }
}

function pageOf(
  anchor: string,
  built: ReadonlyMap<string, { readonly blocks: Readonly<Record<string, unknown>> }>,
): string {
  for (const [path, { blocks }] of built) if (blocks[anchor]) return path
  return 'index.md'
}
