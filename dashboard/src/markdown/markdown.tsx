import './markdown.css'
import { createContext, createElement, type ReactNode, useContext } from 'react'
import { count } from '../wording/amounts.ts'
import { type Block, type ListItem, readBlocks, type TableBlock } from './read-blocks.ts'
import { type Inline, readInline } from './read-inline.ts'

/** What a person or an agent wrote, as Markdown. Its headings are no part of the page's outline. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      <Blocks blocks={readBlocks(text)} />
    </div>
  )
}

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
  const hasOutline = useContext(PageLinks) !== undefined
  switch (block.type) {
    case 'heading':
      return createElement(
        // The view has the only heading of the first level.
        hasOutline ? `h${Math.max(2, block.level)}` : 'p',
        { className: 'markdown-heading' },
        <InlineText text={block.text} />,
      )
    case 'paragraph':
      return (
        <p className="markdown-paragraph">
          <InlineText text={block.text} />
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
        <pre className="markdown-code" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'quote':
      return (
        <blockquote className="markdown-quote">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'rule':
      return <hr className="markdown-rule" />
    case 'table':
      return <TableElement table={block} />
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        {
          className: block.isOrdered ? 'markdown-list is-ordered' : 'markdown-list',
          ...(block.first !== undefined && {
            start: block.first,
            style: { counterReset: `item ${block.first - 1}` },
          }),
        },
        block.items.map((item) => <Keyed key={item.start}>{renderItem(item, block.items)}</Keyed>),
      )
  }
}

const Keyed = ({ children }: { children: ReactNode }) => children

function TableElement({ table: { head, rows, rowsLeftOut } }: { table: TableBlock }) {
  return (
    // biome-ignore-start lint/suspicious/noArrayIndexKey: cells of one table have no other name
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible
    <div className="table-scroll markdown-table" tabIndex={0}>
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

export function InlineText({ text }: { text: string }) {
  return <Parts parts={readInline(text)} />
}

function Parts({ parts }: { parts: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: Inline }) {
  const PageLink = useContext(PageLinks)
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return (
        <strong>
          <Parts parts={part.content} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Parts parts={part.content} />
        </em>
      )
    case 'web-link':
      return (
        <a href={part.href} rel="noreferrer noopener" target="_blank">
          <Parts parts={part.content} />
        </a>
      )
    case 'page-link':
      return PageLink ? <PageLink target={part.target} label={part.label} /> : part.label
  }
}

/** How links between pages are shown; undefined outside of pages. */
export const PageLinks = createContext<
  ((link: { target: string; label: string }) => ReactNode) | undefined
>(undefined)
