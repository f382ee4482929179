import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WhichWiki } from './which-wiki.ts'

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
