import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Text } from '../../components/text.tsx'

const mostCharacters = 900
const mostLines = 14

interface LongTextProps {
  readonly text: string
  /** Names the text in the button that shows the rest. */
  readonly label: string
}

/** Long text shows only its start at first. */
export function LongText({ text, label }: LongTextProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = beginningOf(text)
  const isCut = !isWhole && beginning !== text
  const place = useRef<HTMLDivElement>(null)
  // The button disappears with its action, so move the focus first.
  const showWhole = () => {
    place.current?.focus()
    setWhole(true)
  }
  return (
    <div ref={place} className="long-text" tabIndex={-1}>
      <Text text={isCut ? `${beginning} …` : text} />
      {isCut && (
        <Button look="quiet" onClick={showWhole}>
          Show the whole {label}
        </Button>
      )}
    </div>
  )
}

function beginningOf(text: string): string {
  const lines = text.split('\n')
  const beginning = lines.length > mostLines ? lines.slice(0, mostLines).join('\n') : text
  const characters = [...beginning]
  return characters.length > mostCharacters
    ? characters.slice(0, mostCharacters).join('')
    : beginning
}
