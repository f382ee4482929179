import './list.css'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="list" aria-label={label}>
      {children}
    </ul>
  )
}

interface ListRowProps {
  /** Target of the whole row. */
  readonly to?: LinkProps['to']
  readonly params?: LinkProps['params']
  readonly search?: LinkProps['search']
  readonly hash?: string
  readonly leading?: ReactNode
  readonly title: ReactNode
  /** Small, below the title. */
  readonly detail?: ReactNode
  readonly trailing?: ReactNode
  /** Its number in the list, if keys move between rows. */
  readonly index?: number
  readonly className?: string | false
}

export function ListRow({ index, className, ...content }: ListRowProps) {
  return (
    <li className={classNames('list-row', className)} data-row={index}>
      <RowContent {...content} />
    </li>
  )
}

/** The same in a virtual list, which creates the items itself. */
export function VirtualRow({ index, className, ...content }: ListRowProps) {
  return (
    <div className={classNames('list-row', className)} data-row={index}>
      <RowContent {...content} />
    </div>
  )
}

function RowContent({ to, params, search, hash, leading, title, detail, trailing }: ListRowProps) {
  const heading =
    to === undefined ? (
      title
    ) : (
      <Link
        to={to}
        {...(params !== undefined && { params })}
        {...(search !== undefined && { search })}
        {...(hash !== undefined && { hash })}
        className="list-row-link"
      >
        {title}
      </Link>
    )
  return (
    <>
      {leading && <div className="list-row-leading">{leading}</div>}
      <div className="list-row-main">
        <div className="list-row-title">{heading}</div>
        {detail && <div className="list-row-detail">{detail}</div>}
      </div>
      {trailing && <div className="list-row-trailing">{trailing}</div>}
    </>
  )
}
