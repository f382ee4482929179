import './view.css'
import { type ReactNode, useEffect, useRef } from 'react'

interface ViewProps {
  readonly title: string
  /** Title of the browser tab, if the heading is too general. */
  readonly tab?: string
  /** One sentence about the view. */
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** Only navigation moves the focus, not the first view. */
let isFirst = true

/** A view: its heading, which gets the focus on navigation, and its content. */
export function View({ title, tab = title, intro, actions, children }: ViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${tab} · Throughline`
  }, [tab])
  useEffect(() => {
    const hasFocus = heading.current?.closest('main')?.contains(document.activeElement)
    if (!isFirst && !hasFocus) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <div className="view">
      <header className="view-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <p className="view-intro">{intro}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
