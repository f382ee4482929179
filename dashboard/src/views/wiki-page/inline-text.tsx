import { useContext } from 'react'
import { type Inline, readInline } from '../../markdown/read-inline.ts'
import { PageLink } from '../../wiki/page-link.tsx'
import { PageContext } from './page-context.ts'

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
