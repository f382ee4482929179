/**
 * What a failed command's output says about the cause, in words that are the same the next time. A
 * signature is compared and hashed, never shown: output is foreign text.
 */
import { withoutControls } from '../text/shorten.ts'
import { type FailureLine, lineKinds, readFailureLine } from './failure-line.ts'

const mostSignatures = 5
const mostLineCharacters = 400
/** An output that repeats one complaint ten thousand times says no more after these. */
const mostLinesRead = 400

/** Of the most specific kind that the output has, in order; none if it says nothing specific. */
export function signaturesIn(output: string): readonly string[] {
  const found: FailureLine[] = []
  let readLines = 0
  for (const line of linesOf(output)) {
    if (!worthReading.test(line)) continue
    const read = readFailureLine(withoutControls(line))
    if (read) found.push(read)
    if (++readLines >= mostLinesRead) break
  }
  const kind = lineKinds.find((each) => found.some((line) => line.kind === each))
  const texts = found.filter((line) => line.kind === kind).map(({ text }) => `${kind} ${text}`)
  // A linter's summary names the rule alone.
  const isSummed = (text: string) => texts.some((other) => other.startsWith(`${text} `))
  const own = kind === 'rule' ? texts.filter((text) => !isSummed(text)) : texts
  return [...new Set(own)].slice(0, mostSignatures)
}

/** Cheaper than reading each line; lets through more than is read. */
const worthReading =
  /error|exception|fail|fatal|panic|cannot|can't|could not|unable|unknown|unrecogni[sz]ed|invalid|unexpected|not found|no such|denied|already|certificate|lint\/|assist\/|clippy|\bE[A-Z]{3,}\b|[A-Z]{1,4}\d{3,5}|:\d+:|\(\d+,\d+\)|\* [a-z-]+: \d|[✕✗×✘✖]/i

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from)
    const end = next < 0 ? text.length : next
    yield text.slice(from, Math.min(end, from + mostLineCharacters))
    from = end + 1
  }
}
