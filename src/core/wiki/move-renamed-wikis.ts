/** Moves the pages of wikis whose folder name changed, such as after a project was renamed. */
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import type { WikiState } from '../ports/wiki.ts'
import { listWikis, type Wiki } from './which-wiki.ts'
import type { WikiPorts } from './wiki-ports.ts'

type MovePorts = Pick<WikiPorts, 'states' | 'moveFolder' | 'choices' | 'projects'>

/** A name that no wiki has. */
const temporaryName = ({ id }: Wiki) => `${id}.moving`

/** Only inside `alone`. After a kill, the next call finishes the move. */
export async function moveRenamedWikis(ports: MovePorts): Promise<void> {
  const moves: { wiki: Wiki; state: WikiState }[] = []
  for (const wiki of await listWikis(ports)) {
    const { state } = await ports.states.read(wiki.id)
    if (state && isRenamed(wiki, state)) moves.push({ wiki, state })
  }
  // All of them first: two projects may have swapped their names.
  for (const { wiki, state } of moves) {
    await ports.moveFolder(state.folder, temporaryName(wiki), { unlessThere: true })
  }
  for (const { wiki } of moves) {
    await ports.moveFolder(temporaryName(wiki), wiki.folderName)
    const { state, announced } = await ports.states.read(wiki.id)
    if (!state) continue
    await ports.states.write(wiki.id, { ...state, folder: wiki.folderName })
    if (announced) await ports.states.announce(wiki.id, announced)
  }
}

export const isRenamed = ({ folderName }: Wiki, { folder }: WikiState): boolean =>
  folder !== folderName

/** A rename takes the pages along. */
export function movingPages<T extends Pick<ProjectHandlers, 'renameProject'>>(
  handlers: T,
  ports: MovePorts & Pick<WikiPorts, 'alone'>,
): T {
  return {
    ...handlers,
    async renameProject(input) {
      const renamed = await handlers.renameProject(input)
      await ports.alone(() => moveRenamedWikis(ports))
      return renamed
    },
  }
}
