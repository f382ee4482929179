/** Keeps the order of rows while a list is open, although the source sorts changed items first. */
import { useEffect, useMemo, useRef } from 'react'

export type Places = ReadonlyMap<string, number>

/** @param list its name; another name starts over */
export function useKeptPlaces<Item>(
  list: string | undefined,
  loaded: ReadonlyMap<number, Item>,
  idOf: ((item: Item) => string) | undefined,
): ReadonlyMap<number, Item> {
  const known = useRef<{ list?: string | undefined; places: Places }>({ places: new Map() })
  const kept = useMemo(() => {
    if (!idOf) return loaded
    const isKnown = known.current.list === list
    return keepPlaces(isKnown ? known.current.places : new Map(), loaded, idOf)
  }, [list, loaded, idOf])
  useEffect(() => {
    if (!idOf) return
    known.current = { list, places: new Map([...kept].map(([place, item]) => [idOf(item), place])) }
  }, [list, kept, idOf])
  return kept
}

/**
 * Inserts new rows before the rows that follow them at the source. A row that is in two pages, one
 * of them outdated, is kept only at its first place.
 * @param loaded rows by place, in order
 */
export function keepPlaces<Item>(
  known: Places,
  loaded: ReadonlyMap<number, Item>,
  idOf: (item: Item) => string,
): Map<number, Item> {
  const placeOf = new Map([...loaded].reverse().map(([place, item]) => [idOf(item), place]))
  const entries = [...loaded].filter(([place, item]) => placeOf.get(idOf(item)) === place)
  let behind = Number.MAX_SAFE_INTEGER
  const wanted = entries.toReversed().map(([, item]) => {
    const before = known.get(idOf(item))
    behind = Math.min(behind, before ?? behind)
    return [before ?? behind - 0.5, item] as const
  })
  const inOrder = wanted.reverse().sort(([one], [other]) => one - other)
  return new Map(entries.map(([place, item], index) => [place, inOrder[index]?.[1] ?? item]))
}
