import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { number } from '../../wording/amounts.ts'

const shownAtOnce = 20_000

/** A tool's input or output, verbatim. */
export function ToolText({ name, value }: { name: string; value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const box = useRef<HTMLPreElement>(null)
  const text = toText(value)
  if (text === '') return null
  const isCut = !isWhole && text.length > shownAtOnce
  // The button disappears with its action, so move the focus first.
  const showWhole = () => {
    box.current?.focus()
    setWhole(true)
  }
  return (
    <figure className="tool-text">
      <figcaption>{name}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be keyboard-accessible */}
      <pre ref={box} tabIndex={0}>
        {isCut ? `${text.slice(0, shownAtOnce)}…` : text}
      </pre>
      {isCut && (
        <Button look="quiet" onClick={showWhole}>
          Show all {number(text.length)} characters
        </Button>
      )}
    </figure>
  )
}

/** One field per line, with real line breaks, which JSON would escape. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return JSON.stringify(value, null, 2)
  return Object.entries(value)
    .filter(([, field]) => field !== '' && field !== null)
    .map(([name, field]) => {
      const text = typeof field === 'string' ? field : JSON.stringify(field, null, 2)
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
    })
    .join('\n')
}
