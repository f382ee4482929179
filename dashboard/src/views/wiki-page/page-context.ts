import { createContext } from 'react'
import type { WhichWiki } from '../../wiki/which-wiki.ts'
import type { WikiPage } from '../../wiki/wiki-page.ts'
import type { PageTarget } from './links.ts'

/** What the text of a page refers to. */
export const PageContext = createContext<{
  readonly which: WhichWiki
  readonly findPage: (target: string) => PageTarget | undefined
  /** By anchor. */
  readonly statements: ReadonlyMap<string, WikiPage['statements'][number]>
}>({ which: {}, findPage: () => undefined, statements: new Map() })
