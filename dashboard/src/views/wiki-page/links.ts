/** Where the links of a page lead; the daemon knows names and aliases. */
import type { WikiPage } from '../../wiki/wiki-page.ts'

export interface PageTarget {
  readonly path: string
  readonly anchor?: string | undefined
}

/** @returns a function that finds the page of a link, undefined if there is none */
export function createLinks(page: Pick<WikiPage, 'links'>) {
  const paths = new Map(page.links.map(({ target, path }) => [target, path]))
  return (written: string): PageTarget | undefined => {
    const [target = '', part = ''] = written.split('#', 2)
    const path = paths.get(target.trim())
    const anchor = /^\^([0-9a-f]{10})$/.exec(part.trim())?.[1]
    return path === undefined ? undefined : { path, anchor }
  }
}
