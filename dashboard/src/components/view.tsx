import './view.css'
import { type ReactNode, useEffect, useRef } from 'react'

interface ViewProps {
  readonly title: string
  /** What the browser's tab says instead, where the title says the same of many. */
  readonly tab?: string
  /** One sentence on what is to be seen here. */
  readonly intro?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** The first view is simply there; only a change of views moves the focus. */
let isFirst = true

/** A view: its heading, which gets the focus when one comes here, and its content. */
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
