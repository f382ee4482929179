/** Rewrites pages after something was erased for good, also while the wiki is switched off. */

import { syncOneWiki } from './sync-one-wiki.ts'
import { listWikis } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

export async function refreshWikis(ports: WikiPorts): Promise<void> {
  await ports.introductions.removeMovedAside()
  for (const wiki of await listWikis(ports)) {
    const { state } = await ports.states.read(wiki.id)
    if (!state) await ports.introductions.write(wiki.id, {})
    // Pages stay in the home when a wiki moves into its repository.
    if (state) await syncOneWiki({ ...wiki, repository: undefined }, ports, { erases: true })
    const isBuilt = wiki.repository && (await ports.repositoryStates.read(wiki.id))
    if (isBuilt) await syncOneWiki(wiki, ports)
  }
}
