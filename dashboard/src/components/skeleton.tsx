import './skeleton.css'

/** A loading placeholder. It appears only if loading takes noticeably long. */
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
