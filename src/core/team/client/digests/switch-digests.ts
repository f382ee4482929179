/** Switches on or off that digests of a shared project's sessions go to the team. */
import type { TeamClientPorts } from '../client-ports.ts'
import { noteDigests } from './note-digest.ts'

/** Switched off, those that were shared are taken back. @param project the server's id */
export async function switchDigests(
  project: string,
  isOn: boolean,
  ports: Omit<TeamClientPorts, 'server'>,
): Promise<void> {
  const joined = await ports.store.transaction(async ({ team, digests }) => {
    const known = (await team.projects()).find(({ id }) => id === project)
    if (known?.state !== 'joined') return undefined
    await team.putProject({ ...known, sharesDigests: isOn })
    for (const item of isOn ? await team.itemsIn(project, '', Number.MAX_SAFE_INTEGER) : []) {
      // Taken back from another machine before; now it is wanted again.
      const isKept = item.kind === 'digest' && item.state === 'local-only'
      if (!isKept || item.type !== 'withdrawn') continue
      if (await digests.sessionWithDigest(item.memoryId)) {
        await team.putItem({ ...item, state: 'synced' })
      }
    }
    return known
  })
  if (joined) await noteDigests(joined, ports)
}
