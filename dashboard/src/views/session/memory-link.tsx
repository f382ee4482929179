import { Link } from '@tanstack/react-router'
import { Text } from '../../components/text.tsx'

export function MemoryLink({ id, content }: { id: string; content: string }) {
  return (
    <Link to="/memories/$id" params={{ id }} className="memory-link">
      <Text text={content} />
    </Link>
  )
}
