import { type RefObject, useEffect } from 'react'
import { Icon } from '../../components/icon.tsx'
import { Keys } from '../../components/keys.tsx'

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (value: string) => void
  /** From here to what was found. */
  readonly onLeave: () => void
}

export function SearchBox({ box, value, onChange, onLeave }: SearchBoxProps) {
  useEffect(() => box.current?.focus(), [box])
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        aria-label="Search memories and history"
        placeholder="Words, a question, a path, an error"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      <span aria-hidden="true">
        <Keys keys="/" />
      </span>
    </div>
  )
}
