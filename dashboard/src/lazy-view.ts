/** A view's code, fetched when somebody goes there, or before. */
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** The daemon is away, or it is another version's by now; the page has to be loaded again. */
export class MissingView extends Error {}

export function lazyView<Name extends string, Module extends Record<Name, ComponentType>>(
  load: () => Promise<Module>,
  name: Name,
) {
  const loadOrTell = () =>
    load().catch((cause: unknown) => {
      throw new MissingView('this view could not be loaded', { cause })
    })
  return lazyRouteComponent(loadOrTell, name)
}
