import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { Block, ListItem, TableBlock } from '../../markdown/read-blocks.ts'
import { type Inline, readInline } from '../../markdown/read-inline.ts'
import { PageLink, type WhichWiki, type WikiPage } from '../../wiki/which-wiki.tsx'
import { count } from '../../wording/amounts.ts'

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

const Keyed = ({ children }: { children: ReactNode }) => children

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

export function InlineText({ text }: { text: string }) {
  return <Parts parts={readInline(text)} />
}

function Parts({ parts }: { parts: readonly Inline[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: Inline }) {
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
      return <WikiLink target={part.target} label={part.label} />
  }
}

function WikiLink({ target, label }: { target: string; label: string }) {
  const { which, findPage } = useContext(PageContext)
  const found = findPage(target)
  if (!found) {
    return (
      <span className="wiki-missing" title="There is no such page">
        {label}
      </span>
    )
  }
  return (
    <PageLink which={which} path={found.path} anchor={found.anchor}>
      {label}
    </PageLink>
  )
}

export interface PageTarget {
  readonly path: string
  readonly anchor?: string | undefined
}

/**
 * Where the links of a page lead; the daemon knows names and aliases.
 * @returns a function that finds the page of a link, undefined if there is none
 */
export function createLinks(page: Pick<WikiPage, 'links'>) {
  const paths = new Map(page.links.map(({ target, path }) => [target, path]))
  return (written: string): PageTarget | undefined => {
    const [target = '', part = ''] = written.split('#', 2)
    const path = paths.get(target.trim())
    const anchor = /^\^([0-9a-f]{10})$/.exec(part.trim())?.[1]
    return path === undefined ? undefined : { path, anchor }
  }
}

/** What the text of a page refers to. */
export const PageContext = createContext<{
  readonly which: WhichWiki
  readonly findPage: (target: string) => PageTarget | undefined
  /** By anchor. */
  readonly statements: ReadonlyMap<string, WikiPage['statements'][number]>
}>({ which: {}, findPage: () => undefined, statements: new Map() })
