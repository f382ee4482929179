/** A word as the index stores it: the base form of an irregular word, then its stem. */
import { stem } from './stem.ts'

/** Caches stems, because stemming costs more than a lookup. */
const mostCached = 20_000
const cache = new Map<string, string>()

export function normaliseWord(lowerCaseWord: string): string {
  const known = cache.get(lowerCaseWord)
  if (known !== undefined) return known
  const result = stem(baseForms.get(lowerCaseWord) ?? lowerCaseWord)
  if (cache.size >= mostCached) cache.clear()
  cache.set(lowerCaseWord, result)
  return result
}

/** Forms that no spelling rule leads back to their base: `went` is `go`, `children` is `child`. */
const forms = `
arise arose arisen|become became|begin began begun|blow blew blown|break broke broken
bring brought|build built|buy bought|catch caught|choose chose chosen|come came|creep crept|deal dealt
dig dug|do did done does|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten
fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given
go went gone goes|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
know knew known|lay laid|lead led|leave left|lend lent|light lit|lose lost|make made|mean meant
meet met|overwrite overwrote overwritten|pay paid|ride rode ridden|ring rang rung|rise rose risen
rebuild rebuilt|redo redid redone|rewrite rewrote rewritten|run ran|say said|see saw seen|seek sought
sell sold|send sent|shake shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk
sing sang sung|sink sank sunk|sit sat|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun
stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|sweep swept|swim swam swum
swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
understand understood|undo undid undone|wake woke woken|wear wore worn|win won|withdraw withdrew withdrawn
write wrote written
analysis analyses|child children|crisis crises|criterion criteria|foot feet
goose geese|hypothesis hypotheses|index indices|knife knives|life lives|man men|matrix matrices
mouse mice|person people|tooth teeth|vertex vertices|wife wives|woman women
january jan|february feb|august aug|september sep sept|october oct|november nov|december dec
monday mon|tuesday tue|wednesday wed|thursday thu|friday fri
`
export const baseForms: ReadonlyMap<string, string> = new Map(
  forms
    .trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [base = '', ...others] = line.trim().split(' ')
      return others.map((other) => [other, base] as const)
    }),
)
