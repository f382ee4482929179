import type { Digest } from '../../../../src/contract/digest.ts'
import { Text } from '../../components/text.tsx'
import { describeRun } from './describe-run.ts'

/** What was done in a turn, one line per kind. */
export function TurnDigest({ digest }: { digest: Digest }) {
  const lines = [
    ['Changed', digest.filesChanged.map(({ path }) => `\`${path}\``).join(', ')],
    ['Tests', digest.tests.map(describeRun).join(', ')],
    ['Open', digest.open.map(({ text }) => text).join(' ')],
  ].filter(([, text]) => text !== '')
  if (lines.length === 0) return null
  return (
    <ul className="turn-digest">
      {lines.map(([name, text = '']) => (
        <li key={name}>
          <span className="quiet">{name}</span> <Text text={text} />
        </li>
      ))}
    </ul>
  )
}
