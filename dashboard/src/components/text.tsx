import './text.css'
import { Fragment } from 'react'

interface TextProps {
  readonly text: string
  /** Words to mark where they occur. */
  readonly marked?: readonly string[]
}

/** What somebody wrote, as it is: lines stay, `code` in backticks is set as such, nothing is run. */
export function Text({ text, marked = [] }: TextProps) {
  return (
    <span className="text">
      {text.split(/(`[^`\n]+`)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
        <Fragment key={index}>
          {index % 2 === 1 ? (
            <code>
              <Marked text={part.slice(1, -1)} words={marked} />
            </code>
          ) : (
            <Marked text={part} words={marked} />
          )}
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

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const escaped = words.filter(Boolean).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (escaped.length === 0) return text
  return text.split(new RegExp(`(${escaped.join('|')})`, 'giu')).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
    return index % 2 === 1 ? <mark key={index}>{part}</mark> : part
  })
}
