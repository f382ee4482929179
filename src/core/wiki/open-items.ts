/** What waits for a person: conflicts, removals to confirm, pages that could not be read. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { type Memory, shortId } from '../model/memory.ts'
import type { WikiState } from '../ports/wiki.ts'
import { parsePage } from './format/parse-page.ts'
import { readMemories } from './sync/examine-wiki.ts'
import type { PageProblem } from './sync/read-pages.ts'
import { wikiParts } from './sync-one-wiki.ts'
import type { Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

type OpenItems = Pick<OutputOf<'getWiki'>, 'conflicts' | 'held' | 'problems'>

export async function describeOpen(
  wiki: Wiki,
  { state, problems }: { readonly state: WikiState; readonly problems: readonly PageProblem[] },
  ports: WikiPorts,
): Promise<OpenItems> {
  const parts = wikiParts(wiki, ports)
  const open = Object.keys(state.pages).filter((path) => state.pages[path]?.conflicts.length)
  const held = Object.keys(state.held)
  const isQuiet = open.length + held.length === 0
  const memories = isQuiet ? new Map<string, Memory>() : await readMemories(parts)
  const conflicts: OpenItems['conflicts'] = []
  for (const path of open) {
    const generated = new Set(state.pages[path]?.generated)
    const content = await parts.folder.read(path)
    if (content.kind !== 'text') continue
    for (const { anchor, isConflict, text } of parsePage(content.text, generated).blocks) {
      const memory = memories.get(anchor ?? '')
      if (!isConflict || !memory) continue
      conflicts.push({ anchor: shortId(memory.id), path, memory: memory.content, page: text })
    }
  }
  return {
    conflicts,
    held: held.flatMap((anchor) => {
      const content = memories.get(anchor)?.content
      return content === undefined ? [] : [{ anchor, content }]
    }),
    problems: problems.map((problem) => ({ ...problem })),
  }
}
