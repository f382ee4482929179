import './pinned-mark.css'
import { Icon } from '../components/icon.tsx'

export function PinnedMark() {
  return (
    <span className="pinned-mark">
      <Icon name="pin" size={12} />
      pinned
    </span>
  )
}
