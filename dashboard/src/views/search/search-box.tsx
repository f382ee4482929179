import { type RefObject, useEffect } from 'react'
import { IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Keys } from '../../components/keys.tsx'
import { longestText } from '../../read-params.ts'

interface SearchBoxProps {
  readonly box: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly onChange: (value: string) => void
  /** Moves the focus to the hits. */
  readonly onLeave: () => void
}

export function SearchBox({ box, value, onChange, onLeave }: SearchBoxProps) {
  useEffect(() => box.current?.focus(), [box])
  const onClear = () => {
    onChange('')
    box.current?.focus()
  }
  return (
    <div className="search-box">
      <Icon name="search" />
      <input
        ref={box}
        type="search"
        aria-label="Search memories and history"
        placeholder="Words, a question, a path, an error"
        autoComplete="off"
        maxLength={longestText}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          onLeave()
        }}
      />
      {value === '' ? (
        <span aria-hidden="true">
          <Keys keys="/" />
        </span>
      ) : (
        <IconButton icon="close" label="Clear the search" onClick={onClear} />
      )}
    </div>
  )
}
