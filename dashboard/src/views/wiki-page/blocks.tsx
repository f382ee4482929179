import { createElement, type ReactNode } from 'react'
import type { Block, ListItem } from '../../markdown/read-blocks.ts'
import type { TableBlock } from '../../markdown/read-table.ts'
import { count } from '../../wording/amounts.ts'
import { InlineText } from './inline-text.tsx'

type RenderItem = (item: ListItem, items: readonly ListItem[]) => ReactNode

interface BlocksProps {
  readonly blocks: readonly Block[]
  /** Of lists that are not inside another block. */
  readonly renderItem?: RenderItem
}

export function Blocks({ blocks, renderItem = renderPlainItem }: BlocksProps) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks of one text have no other name
    <BlockElement key={index} block={block} renderItem={renderItem} />
  ))
}

function renderPlainItem({ blocks }: ListItem): ReactNode {
  return (
    <li>
      <Blocks blocks={blocks} />
    </li>
  )
}

function BlockElement({ block, renderItem }: { block: Block; renderItem: RenderItem }) {
  switch (block.type) {
    case 'heading':
      // The view has the only heading of the first level.
      return createElement(
        `h${Math.max(2, block.level)}`,
        { className: 'wiki-heading' },
        <InlineText text={block.text} />,
      )
    case 'paragraph':
      return (
        <p className="wiki-paragraph">
          <InlineText text={block.text} />
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
        <pre className="wiki-code" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote className="wiki-quote">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'rule':
      return <hr className="wiki-rule" />
    case 'table':
      return <WikiTable table={block} />
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        { className: block.isOrdered ? 'wiki-list is-ordered' : 'wiki-list' },
        block.items.map((item) => <Keyed key={item.start}>{renderItem(item, block.items)}</Keyed>),
      )
  }
}

function Keyed({ children }: { children: ReactNode }) {
  return children
}

function WikiTable({ table: { head, rows, rowsLeftOut } }: { table: TableBlock }) {
  return (
    // biome-ignore-start lint/suspicious/noArrayIndexKey: cells of one table have no other name
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <div className="table-scroll wiki-table" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <InlineText text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {head.map((_, column) => (
                <td key={column}>
                  <InlineText text={row[column] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rowsLeftOut > 0 && <p className="quiet">{count(rowsLeftOut, 'more row')} in the file.</p>}
    </div>
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
  )
}
