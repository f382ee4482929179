/** Names with their values: key figures, facts and meters. */
import './figures.css'
import { Fragment, type ReactNode, useId } from 'react'
import { number } from '../wording/amounts.ts'

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

export function PendingFigures() {
  return (
    <div className="figures" aria-hidden="true">
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <div key={name} className="figure figure-pending" />
      ))}
    </div>
  )
}

export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** How much of a limit is used. */
export function Meter({ label, value, most }: { label: string; value: number; most: number }) {
  const id = useId()
  return (
    <div className="meter">
      <label htmlFor={id}>{label}</label>
      <span className="meter-text">
        {number(value)} of {number(most)}
      </span>
      <meter id={id} className="bar" min={0} max={Math.max(most, 1)} value={value} />
    </div>
  )
}
