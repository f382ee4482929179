import './keys.css'
import { type Shortcut, useShortcutGroups } from '../keyboard/shortcuts.ts'
import { Dialog } from './dialog.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const shortNames: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}

/** A key sequence: `g h`, or a chord: `Mod+k`. */
export function Keys({ keys }: { keys: string }) {
  const named = keys
    .replace('Mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replace(/ArrowDown|ArrowUp|Escape/g, (key) => shortNames[key] ?? key)
  return (
    <span className="keys">
      {named.split(' ').map((key) => (key === '–' ? key : <kbd key={key}>{key}</kbd>))}
    </span>
  )
}

interface KeyboardHelpProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function KeyboardHelp({ isOpen, onClose }: KeyboardHelpProps) {
  const groups = useShortcutGroups()
  const titles = [...new Set(groups.map(({ title }) => title))]
  const shortcutsOf = (title: string) =>
    groups.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts)
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose}>
      <div className="keyboard-hints">
        {titles.map((title) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {byLabel(shortcutsOf(title)).map(([label, keys]) => (
                <div key={label}>
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
  )
}

/** Keys that do the same, such as the digits, share a line. */
function byLabel(shortcuts: readonly Shortcut[]): (readonly [label: string, keys: string])[] {
  return [...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, [first, ...more]]) => [
    label,
    [first, more.at(-1)].flatMap((each) => each?.keys ?? []).join(' – '),
  ])
}
