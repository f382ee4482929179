import './card.css'
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  /** At the end of the title's line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Without padding, for lists. */
  readonly isFlush?: boolean
}

/** A section of a view with its own heading. */
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
