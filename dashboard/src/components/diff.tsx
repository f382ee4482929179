import './diff.css'
import { diffWords, haveMuchInCommon } from '../../../src/contract/diff.ts'

/** Two versions of a text in one, with changes marked by more than colour. */
export function Diff({ before, after }: { before: string; after: string }) {
  if (!haveMuchInCommon(before, after)) {
    return (
      <div className="diff diff-whole">
        <del>{before}</del>
        <ins>{after}</ins>
      </div>
    )
  }
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
