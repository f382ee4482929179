import './keys.css'
import { useState } from 'react'
import { useShortcutGroups, useShortcuts } from '../keyboard/shortcuts.ts'
import { IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** A key sequence: `g h`, or a chord: `Mod+k`. */
export function Keys({ keys }: { keys: string }) {
  const named = keys.replace('Mod+', isMac ? '⌘ ' : 'Ctrl ')
  return (
    <span className="keys">
      {named.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}

export function KeyboardHints() {
  const [isOpen, setOpen] = useState(false)
  const groups = useShortcutGroups()
  useShortcuts('Everywhere', [{ keys: '?', label: 'Show these keys', run: () => setOpen(true) }])
  const titles = [...new Set(groups.map(({ title }) => title))]
  return (
    <>
      <IconButton icon="help" label="Keyboard shortcuts (?)" onClick={() => setOpen(true)} />
      <Dialog title="Keyboard" isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="keyboard-hints">
          {titles.map((title) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {groups
                  .filter((group) => group.title === title)
                  .flatMap(({ shortcuts }) => shortcuts)
                  .map(({ keys, label }) => (
                    <div key={keys}>
                      <dt>{label}</dt>
                      <dd>
                        <Keys keys={keys} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </Dialog>
    </>
  )
}
