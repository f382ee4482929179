import './palette.css'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../components/icon.tsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import { usePaletteGroups } from './use-palette-groups.ts'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdd: () => void
}

/** Opens or does anything by keyboard: a combobox over views, actions, projects and what is stored. */
export function Palette({ isOpen, onClose, onAdd }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!isOpen || !shown) return
    shown.showModal()
    return () => shown.close()
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a click beside it does
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Jump to anything"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {isOpen && <Content onClose={onClose} onAdd={onAdd} />}
    </dialog>
  )
}

function Content({ onClose, onAdd }: Omit<PaletteProps, 'isOpen'>) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(0)
  const id = useId()
  const groups = usePaletteGroups(typed, onAdd)
  const items = groups.flatMap((group) => group.items)
  const active = Math.max(0, Math.min(wanted, items.length - 1))
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose()
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(items[active])
    else if (event.key === 'ArrowDown') setWanted((active + 1) % items.length || 0)
    else if (event.key === 'ArrowUp') setWanted((active - 1 + items.length) % items.length || 0)
    else return
    event.preventDefault()
  }
  return (
    <div className="palette-inside">
      <div className="palette-box">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Jump to anything"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={items.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={400}
          placeholder="Go to a view, project, memory or session"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWanted(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Results">
        {withFirstIndex(groups).map(([group, first]) => (
          <Group
            key={group.title}
            id={id}
            group={group}
            first={first}
            active={active}
            onChoose={choose}
          />
        ))}
      </div>
      <p className="palette-nothing" role="status">
        {items.length === 0 && 'Nothing matches.'}
      </p>
    </div>
  )
}

/** Each group with the number of options before it. */
function withFirstIndex(groups: readonly PaletteGroup[]): [PaletteGroup, number][] {
  let before = 0
  return groups.map((group) => {
    const first = before
    before += group.items.length
    return [group, first]
  })
}

interface GroupProps {
  /** Prefix of element ids. */
  readonly id: string
  readonly group: PaletteGroup
  readonly first: number
  readonly active: number
  readonly onChoose: (item: PaletteItem) => void
}

function Group({ id, group: { title, items }, first, active, onChoose }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox
    <div role="group" aria-labelledby={`${id}-${title}`}>
      <div id={`${id}-${title}`} className="palette-title" role="presentation">
        {title}
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={item.id}
          id={`${id}-${first + index}`}
          role="option"
          className="palette-option"
          aria-selected={first + index === active}
          onClick={() => onChoose(item)}
        >
          <Icon name={item.icon} />
          <span className="truncate">{item.label}</span>
          {item.detail && <span className="palette-detail">{item.detail}</span>}
        </div>
      ))}
    </div>
  )
}
