/** The blocks of a page that its view does not show elsewhere: without its title and back-links. */
import { type Block, readBlocks } from '../../markdown/read-blocks.ts'
import type { WikiPage } from '../../wiki/which-wiki.tsx'

export function textOf({ text, title }: Pick<WikiPage, 'text' | 'title'>): readonly Block[] {
  return withoutBackLinks(withoutTitle(readBlocks(text), title)).map(withoutIntroductionAnchor)
}

/** Lets the daemon know whether someone changed an introduction. */
function withoutIntroductionAnchor(block: Block): Block {
  if (block.type !== 'paragraph') return block
  return { ...block, text: block.text.replace(/ \^intro-[0-9a-z]+$/, '') }
}

function withoutTitle(blocks: readonly Block[], title: string): readonly Block[] {
  const [first, ...others] = blocks
  const isTitle = first?.type === 'heading' && first.level === 1 && first.text === title
  return isTitle ? others : blocks
}

/** Only if the section has nothing else: a person may have written there. */
function withoutBackLinks(blocks: readonly Block[]): readonly Block[] {
  const at = blocks.findLastIndex(
    (block) => block.type === 'heading' && block.level === 2 && block.text === 'Linked from',
  )
  const list = blocks[at + 1]
  const end = list && isListOfLinks(list) ? at + 2 : at + 1
  const next = blocks[end]
  const isGenerated = at >= 0 && (!next || next.type === 'heading')
  return isGenerated ? blocks.toSpliced(at, end - at) : blocks
}

function isListOfLinks(block: Block): boolean {
  return (
    block.type === 'list' &&
    block.items.every(({ blocks: [line, ...more], statement }) => {
      const isLink = line?.type === 'paragraph' && /^\[\[[^\]]+\]\]$/.test(line.text)
      return isLink && more.length === 0 && !statement
    })
  )
}
