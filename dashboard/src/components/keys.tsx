import './keys.css'

/** A key sequence: `g n`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
