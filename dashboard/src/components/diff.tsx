import './diff.css'
import { diffWords } from '../../../src/contract/word-diff.ts'

/** Two versions of a text in one, what changed marked by more than colour. */
export function Diff({ before, after }: { before: string; after: string }) {
  return (
    <div className="diff">
      {diffWords(before, after).map(({ kind, text }, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one text have no other name
        if (kind === 'added') return <ins key={index}>{text}</ins>
        if (kind === 'removed') return <del key={index}>{text}</del>
        return <span key={index}>{text}</span>
        // biome-ignore-end lint/suspicious/noArrayIndexKey: as above
      })}
    </div>
  )
}
