/** Reads everything that the pages of a wiki are compiled from. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Store } from '../ports/store.ts'
import type { Page } from './model.ts'
import { createWikiCompiler, type WikiCompiler } from './pages/wiki-compiler.ts'
import { createDaySessionReader } from './read-sessions.ts'
import type { Compile } from './sync/compile-shown.ts'
import { followReplacedDecisions } from './sync/follow-wiki-memories.ts'
import { resolveTimeZone } from './time-zone.ts'
import type { Wiki } from './which-wiki.ts'

export type CompileWiki = (wiki: Wiki, timeZone: string) => Compile

/** Remembers the last wiki it compiled, so that a small change to it is compiled quickly. */
export function createCompileWiki(
  store: Pick<Store, 'memories' | 'changes' | 'history' | 'digests'>,
): CompileWiki {
  const readSessions = createDaySessionReader(store)
  let last: { readonly id: string; readonly compiler: WikiCompiler } | undefined
  return (wiki, timeZone) =>
    async (memories): Promise<readonly Page[]> => {
      if (last?.id !== wiki.id) last = { id: wiki.id, compiler: createWikiCompiler() }
      const { compiler } = last
      if (memories.length === 0) return []
      const replaced = await followReplacedDecisions(wiki.address, store)
      const links = await store.memories.linksAt(wiki.address)
      const sessions = wiki.address.scope === 'project' ? await readSessions(wiki.id) : []
      await yieldToEventLoop()
      const { dayOf } = resolveTimeZone(timeZone)
      await yieldToEventLoop()
      const { name } = wiki
      return compiler.compile({ name, place: 'local', memories, replaced, links, sessions, dayOf })
    }
}
