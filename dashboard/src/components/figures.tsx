import './figures.css'
import type { ReactNode } from 'react'

/** Key figures of a view, side by side. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

interface FigureProps {
  readonly name: string
  readonly value: ReactNode
  readonly detail: ReactNode
  readonly tone?: 'bad' | 'warn'
}

export function Figure({ name, value, detail, tone }: FigureProps) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd className="figure-value">{value}</dd>
      <dd className={tone ? `figure-detail figure-${tone}` : 'figure-detail'}>{detail}</dd>
    </div>
  )
}

/** Placeholder while they load. */
export function PendingFigures() {
  return (
    <div className="figures" aria-hidden="true">
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <div key={name} className="figure figure-pending" />
      ))}
    </div>
  )
}
