import './keys.css'

/** Keys as they are pressed: `g n`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className="keys">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  )
}
