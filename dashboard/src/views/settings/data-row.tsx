import type { ReactNode } from 'react'

interface DataRowProps {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

/** An action on all data, with its description and result. */
export function DataRow({ title, about, children }: DataRowProps) {
  return (
    <div className="data-row">
      <div>
        <h3>{title}</h3>
        <p className="data-about">{about}</p>
      </div>
      {children}
    </div>
  )
}
