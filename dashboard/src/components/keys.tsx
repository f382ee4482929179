import './keys.css'

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
