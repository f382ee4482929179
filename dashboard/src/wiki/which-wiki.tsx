/** Which wiki is shown: a project's, or the one of global memories. Kept in the URL. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutputOf } from '../api/call.ts'
import { useOperation } from '../api/operation-hooks.ts'
import { flag, paramsReader, text } from '../read-params.ts'

export type WhichWiki = ReturnType<typeof readWhichWiki>
export const readWhichWiki = paramsReader({ project: text, global: flag })

export function readWikiPageSearch(given: Record<string, unknown>) {
  return { ...readWhichWiki(given), path: text(given.path) ?? 'index.md' }
}

/** Unless one is chosen, that of the project that was active last. @returns undefined until known */
export function useWhichWiki({ project, global }: WhichWiki): WhichWiki | undefined {
  const isChosen = project !== undefined || global === true
  const { data } = useOperation('listProjects', {}, { enabled: !isChosen })
  if (global) return { global }
  if (project !== undefined) return { project }
  if (!data) return undefined
  const [latest] = data.projects
  return latest ? { project: latest.id } : { global: true }
}

/** The daemon writes a wiki before it shows it: a tenth of a second with 1,500 memories. */
export const wikiEveryMs = 3_000

export type WikiPage = OutputOf<'getWikiPage'>

interface PageLinkProps {
  readonly which: WhichWiki
  readonly path: string
  /** Of a statement on that page. */
  readonly anchor?: string | undefined
  readonly className?: string
  /** For screen readers, where the content does not say it. */
  readonly label?: string
  /** False if arrow keys lead to it instead of Tab. */
  readonly isTabStop?: boolean
  readonly onFocus?: () => void
  readonly children: ReactNode
}

export function PageLink(props: PageLinkProps) {
  const { which, path, anchor, className, label, isTabStop = true, onFocus, children } = props
  return (
    <Link
      to="/wiki/page"
      search={{ ...which, path }}
      {...(anchor !== undefined && { hash: anchor })}
      {...(className !== undefined && { className })}
      {...(label !== undefined && { 'aria-label': label })}
      {...(onFocus && { onFocus })}
      tabIndex={isTabStop ? 0 : -1}
    >
      {children}
    </Link>
  )
}
