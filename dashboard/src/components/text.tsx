import './text.css'
import { Fragment } from 'react'

interface TextProps {
  readonly text: string
  /** Words to mark where they occur. */
  readonly marked?: readonly string[]
}

/** User text as written: keeps lines, formats code and bold words, runs nothing. */
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
  if (kind === 'bold') return <strong>{content}</strong>
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

/** Words, **bold** ones, `code` in backticks, or a block of code between fences of three. */
interface TextPart {
  readonly kind: 'words' | 'bold' | 'code' | 'block'
  readonly text: string
}

/** From fence to fence, or to the end of a text that was cut. */
const block = /(^[ \t]*```[^\n`]*\n.*?(?:^[ \t]*```[ \t]*(?:\n|$)|$(?!.)))/ms
/** `src/**` and `2**3` are no bold words. */
const inline = /(`[^`\n]+`|(?<![\w/.*])\*\*[^*\s/.](?:[^*\n]*[^*\s])?\*\*(?![\w/*]))/

/** Drops empty lines around a block, which has its own spacing. */
export function textParts(text: string): TextPart[] {
  const parts = text.split(block)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return { kind: 'block' as const, text: withoutFences(part) }
    const words = index > 0 ? part.replace(/^\n+/, '') : part
    return inlineParts(index < parts.length - 1 ? words.replace(/\n+$/, '') : words)
  })
}

function inlineParts(text: string): TextPart[] {
  return text
    .split(inline)
    .map((part, index): TextPart => {
      if (index % 2 === 0) return { kind: 'words', text: part }
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) }
      return { kind: 'bold', text: part.slice(2, -2) }
    })
    .filter((part) => part.text !== '')
}

function withoutFences(part: string): string {
  return part.replace(/^.*\n/, '').replace(/\n?[ \t]*```[ \t]*\n?$/, '')
}
