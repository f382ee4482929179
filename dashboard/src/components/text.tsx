import './text.css'
import { Fragment } from 'react'
import { type TextPart, textParts } from './text-parts.ts'

interface TextProps {
  readonly text: string
  /** Words to mark where they occur. */
  readonly marked?: readonly string[]
}

/** User text as written: keeps lines, formats code, runs nothing. */
export function Text({ text, marked = [] }: TextProps) {
  return (
    <span className="text">
      {textParts(text).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <Fragment key={index}>
          <Part part={part} marked={marked} />
        </Fragment>
      ))}
    </span>
  )
}

/** Its first two lines. */
export function ClampedText(props: TextProps) {
  return (
    <span className="clamp">
      <Text {...props} />
    </span>
  )
}

function Part({ part: { kind, text }, marked }: { part: TextPart; marked: readonly string[] }) {
  const content = <Marked text={text} words={marked} />
  if (kind === 'words') return content
  return <code className={kind === 'block' ? 'text-block' : undefined}>{content}</code>
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const escaped = words.filter(Boolean).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (escaped.length === 0) return text
  return text.split(new RegExp(`(${escaped.join('|')})`, 'giu')).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return index % 2 === 1 ? <mark key={index}>{part}</mark> : part
  })
}
