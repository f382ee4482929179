/** A view's code, loaded on navigation or earlier. */
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** The daemon stopped or has another version; the page must be reloaded. */
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
