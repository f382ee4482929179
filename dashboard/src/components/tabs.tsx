import './tabs.css'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

interface Tab<Name extends string> {
  readonly name: Name
  readonly label: ReactNode
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly selected: Name
  readonly onSelect: (name: Name) => void
  /** What the selected tab shows. */
  readonly children: ReactNode
}

/** Arrow keys, Home and End move between tabs. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, selected, onSelect, children } = props
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const index = tabs.findIndex(({ name }) => name === selected)
    const next = tabs.at(nextIndex(event.key, index, tabs.length) ?? index)
    if (!next || next.name === selected) return
    event.preventDefault()
    onSelect(next.name)
    document.getElementById(`${id}-${next.name}`)?.focus()
  }
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} className="tab-list" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            id={`${id}-${tab.name}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  )
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return index - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  return undefined
}
