/** Takes statements that were erased for good out of kept answers. */
import type { ScopeAddress } from '../../model/memory.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import type { WikiFolder } from '../../ports/wiki.ts'
import { readFrontMatter } from '../../text/front-matter.ts'
import { parseLinks } from '../format/links.ts'
import { answerFolder } from './query-wiki.ts'

interface AnswerParts {
  readonly folder: WikiFolder
  readonly address: ScopeAddress
  readonly store: { readonly memories: MemoryReader }
}

/** A line that cites one goes, also where a model wrote it; a page without any other line goes too. */
export async function cleanAnswers({ folder, address, store }: AnswerParts): Promise<void> {
  const isErased = createLookUp(address, store.memories)
  for (const { path } of await folder.list()) {
    if (!path.startsWith(answerFolder)) continue
    const page = await folder.read(path)
    if (page.kind !== 'text') continue
    const kept: string[] = []
    const lines = page.text.split('\n')
    for (const line of lines) if (!(await citesErased(line, isErased))) kept.push(line)
    if (kept.length === lines.length) continue
    const text = kept.join('\n').replace(/\n{3,}/g, '\n\n')
    if (isBare(text)) await folder.remove(path, page.text)
    else await folder.write(path, text, page.text)
  }
}

type LookUp = (anchor: string) => Promise<boolean>

/** What is only forgotten can be restored, and stays. */
function createLookUp(address: ScopeAddress, memories: MemoryReader): LookUp {
  const known = new Map<string, Promise<boolean>>()
  const find = async (ending: string): Promise<boolean> => {
    if ((await memories.findByEnding(ending)).length > 0) return false
    const filter = { addresses: [address], ending }
    return (await memories.listArchived(filter, { limit: 1, offset: 0 })).total === 0
  }
  return (anchor) => {
    const found = known.get(anchor) ?? find(anchor)
    known.set(anchor, found)
    return found
  }
}

async function citesErased(line: string, isErased: LookUp): Promise<boolean> {
  for (const { anchor } of parseLinks([line], 1)) {
    if (anchor !== undefined && isAnchor.test(anchor) && (await isErased(anchor))) return true
  }
  return false
}

/** The end of a memory's id. */
const isAnchor = /^[0-9a-f]{10}$/

/** Nothing but the question is left. */
function isBare(text: string): boolean {
  return (
    readFrontMatter(text)
      .body.replace(/^# .*$/m, '')
      .trim() === ''
  )
}
