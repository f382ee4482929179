/** Which files and sessions were imported before, or could not be. */
import type { Hash } from '../model/content-key.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

interface Item {
  readonly id: string
  readonly fingerprint: string
}

export interface KnownItemPorts {
  readonly store: Pick<Store, 'imports'>
  readonly hash: Hash
}

type MarkingPorts = KnownItemPorts & { readonly clock: Clock }

export function isImported(
  source: string,
  { id, fingerprint }: Item,
  { store, hash }: KnownItemPorts,
): Promise<boolean> {
  return store.imports.isImported(source, hash(id), fingerprint)
}

export function markImported(
  source: string,
  { id, fingerprint }: Item,
  { store, hash, clock }: MarkingPorts,
): Promise<void> {
  const at = clock.now().toISOString()
  return store.imports.markImported({ source, item: hash(id), fingerprint, at })
}

/** Why importing an item again is pointless until this changes. */
export type Obstacle = `unreadable by ${string}` | `unplaced among ${number} projects`

/** A newer version of Throughline may be able to read it. */
export const unreadableBy = (version: string): Obstacle => `unreadable by ${version}`

/** A later project may match. */
export const unplacedAmong = (projects: number): Obstacle => `unplaced among ${projects} projects`

const blocked = (item: Item, obstacle: Obstacle): Item => ({
  id: item.id,
  fingerprint: `${obstacle}: ${item.fingerprint}`,
})

export function markBlocked(source: string, item: Item, obstacle: Obstacle, ports: MarkingPorts) {
  return markImported(source, blocked(item, obstacle), ports)
}

/** False for system errors, such as a missing permission, which may go away at any time. */
export function isUnreadable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return !/^E[A-Z0-9]+$/.test(code)
}

/** Drops items that are unchanged since they were imported or met one of these obstacles. */
export async function onlyNew<Found extends { source: { name: string }; items: readonly Item[] }>(
  found: readonly Found[],
  ports: KnownItemPorts,
  obstacles: readonly Obstacle[] = [],
): Promise<Found[]> {
  const unknown: Found[] = []
  for (const each of found) {
    const isKnown = await Promise.all(
      each.items.map(async (item) => {
        const states = [item, ...obstacles.map((obstacle) => blocked(item, obstacle))]
        const known = states.map((state) => isImported(each.source.name, state, ports))
        return (await Promise.all(known)).includes(true)
      }),
    )
    const fresh = each.items.filter((_, at) => !isKnown[at])
    if (fresh.length > 0) unknown.push({ ...each, items: fresh })
  }
  return unknown
}
