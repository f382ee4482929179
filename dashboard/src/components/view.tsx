/** What views are made of: heading, cards, and parts to unfold. */
import './view.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

interface ViewProps {
  readonly title: string
  /** Title of the browser tab, if the heading is too general. */
  readonly tab?: string
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

interface CardProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Without padding, for lists. */
  readonly isFlush?: boolean
}

export function Card({ title, actions, children, isFlush = false }: CardProps) {
  const id = useId()
  return (
    <section className={isFlush ? 'card card-flush' : 'card'} aria-labelledby={id}>
      <header className="card-header">
        <h2 id={id}>{title}</h2>
        {actions && <div className="row">{actions}</div>}
      </header>
      <div className="card-body">{children}</div>
    </section>
  )
}

interface SummaryProps {
  readonly children: ReactNode
  readonly className?: string
  readonly iconSize?: number
}

/** The summary of a `details` element, with our chevron instead of the browser's triangle. */
export function Summary({ children, className, iconSize = 14 }: SummaryProps) {
  return (
    <summary className={classNames('summary', className)}>
      <Icon name="chevron" size={iconSize} />
      {children}
    </summary>
  )
}
