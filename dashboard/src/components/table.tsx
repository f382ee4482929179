import './table.css'
import type { ReactNode } from 'react'

export interface Column<Item> {
  readonly title: string
  readonly cell: (item: Item) => ReactNode
  readonly isNumber?: boolean
}

interface TableProps<Item> {
  readonly caption: string
  readonly columns: readonly Column<Item>[]
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string
}

export function Table<Item>({ caption, columns, items, keyOf }: TableProps<Item>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? 'is-number' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} className={isNumber ? 'is-number' : undefined}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
