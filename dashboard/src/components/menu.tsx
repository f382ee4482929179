import './menu.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

interface MenuItem {
  readonly label: string
  readonly icon: IconName
  readonly isDangerous?: boolean
  readonly run: () => void
}

interface MenuProps {
  readonly label: string
  readonly items: readonly MenuItem[]
}

/** What is rarely done, or cannot be undone, behind a button. */
export function Menu({ label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  const button = () => place.current?.querySelector('button')
  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    const leave = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])
  const close = () => {
    button()?.focus()
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const own = [...(place.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = own.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) own.at((at + step) % own.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={place} className="menu">
      <IconButton
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div
          id={id}
          className="menu-items"
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {items.map(({ label: name, icon, isDangerous = false, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classNames('menu-item', isDangerous && 'is-dangerous')}
              onClick={() => {
                close()
                run()
              }}
            >
              <Icon name={icon} />
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
