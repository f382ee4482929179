/** What a model's summary says of a session. Apart from the schema, which hooks do not load. */
import type { Digest } from '../../contract/digest.ts'

type ModelLine = NonNullable<Digest['summary']>['lines'][number]

/** The lines of the model's summary that may be given; none if the session went on since. */
export function summaryLines({ summary, steps }: Digest): ModelLine[] {
  if (!summary || (steps.at(-1)?.turn ?? 0) > summary.through) return []
  return summary.lines.filter((line) => !line.foreign)
}
