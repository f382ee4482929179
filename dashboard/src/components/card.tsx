import './card.css'
import { type ReactNode, useId } from 'react'

interface CardProps {
  readonly title: string
  /** Beside the title, at the end. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Lists reach its edges. */
  readonly isFlush?: boolean
}

/** A part of a view with a heading of its own. */
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
