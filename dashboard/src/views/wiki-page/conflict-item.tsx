import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import type { ListItem } from '../../markdown/read-blocks.ts'
import { removeLines } from '../../markdown/remove-lines.ts'
import type { WhichWiki } from '../../wiki/which-wiki.ts'
import type { WikiPage } from '../../wiki/wiki-page.ts'
import { Blocks } from './blocks.tsx'
import { useSavePage } from './edit/use-save-page.ts'

interface ConflictItemProps {
  /** The page's version. */
  readonly item: ListItem
  readonly memoryItem: ListItem | undefined
  readonly page: WikiPage
  readonly which: WhichWiki
}

/** Both sides changed. Removing one of the two items chooses the other. */
export function ConflictItem({ item, memoryItem, page, which }: ConflictItemProps) {
  const { save, isSaving } = useSavePage(which)
  const without = ({ start, end }: ListItem) =>
    void save(page, removeLines(page.text, start, end)).catch(() => undefined)
  return (
    <li className="wiki-conflict">
      <p className="wiki-conflict-title">
        <Badge tone="warn">conflict</Badge> The memory above and this page were both changed.
      </p>
      <Blocks blocks={item.blocks} />
      <div className="row">
        <Button isBusy={isSaving} onClick={() => without(item)}>
          Keep the memory’s version
        </Button>
        {memoryItem && (
          <Button isBusy={isSaving} onClick={() => without(memoryItem)}>
            Keep the page’s version
          </Button>
        )}
      </div>
    </li>
  )
}
