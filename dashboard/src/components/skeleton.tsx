import './skeleton.css'

/** The shape of what is being fetched. It only shows when that takes longer than a blink. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines that are all alike
        <div key={line} className="skeleton-line" />
      ))}
    </div>
  )
}
