/** A word as the index stores it: the base form of an irregular word, then its stem. */

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

const exceptions = new Map(
  'skis>ski skies>sky dying>die lying>lie tying>tie idly>idl gently>gentl ugly>ugli early>earli only>onli singly>singl'
    .split(' ')
    .map((pair) => pair.split('>') as [string, string]),
)
const invariant = new Set(
  'sky news howe atlas cosmos bias andes inning outing canning herring earring proceed exceed succeed'.split(
    ' ',
  ),
)

/**
 * The Porter2 stemmer for English (snowballstem.org). Words with digits or letters beyond a–z are
 * returned unchanged, so identifiers and other languages stay whole.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word
  const exception = exceptions.get(word)
  if (exception) return exception
  if (invariant.has(word)) return word
  let result = markConsonantY(word)
  const r1 = firstRegion(result)
  const r2 = regionAfter(result, r1)
  result = dropPlural(result)
  if (invariant.has(result)) return result
  result = dropParticiple(result, r1)
  if (result.length > 2 && /[^aeiouy][yY]$/.test(result)) result = `${result.slice(0, -1)}i`
  result = replaceSuffix(result, step2, r1, r2)
  result = replaceSuffix(result, step3, r1, r2)
  result = dropEnding(result, r2)
  return dropFinalE(result, r1, r2).toLowerCase()
}

/** A y at the start of a word or after a vowel is a consonant; it is written Y meanwhile. */
function markConsonantY(word: string): string {
  return word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
}

function firstRegion(word: string): number {
  const prefix = /^(gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(word)
  return prefix ? prefix[0].length : regionAfter(word, 0)
}

/** Where the part after the first vowel and consonant begins. */
function regionAfter(word: string, from: number): number {
  const match = /[aeiouy][^aeiouy]/.exec(word.slice(from))
  return match ? from + match.index + 2 : word.length
}

function dropPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/[^us]s$/.test(word) && /[aeiouy]/.test(word.slice(0, -2))) return word.slice(0, -1)
  return word
}

function dropParticiple(word: string, r1: number): string {
  const agreed = /eed(ly)?$/.exec(word)
  if (agreed) return agreed.index >= r1 ? `${word.slice(0, agreed.index)}ee` : word
  const match = /(ingly|edly|ing|ed)$/.exec(word)
  if (!match) return word
  const base = word.slice(0, match.index)
  if (!/[aeiouy]/.test(base)) return word
  if (/(at|bl|iz)$/.test(base)) return `${base}e`
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(base)) {
    return /^[aeo]..$/.test(base) ? base : base.slice(0, -1)
  }
  return r1 >= base.length && endsShort(base) ? `${base}e` : base
}

const endsShort = (word: string) =>
  /[^aeiouy][aeiouy][^aeiouywxY]$/.test(word) || /^[aeiouy][^aeiouy]$/.test(word)

interface SuffixRule {
  readonly suffix: string
  readonly to: string
  readonly after?: RegExp
  readonly inR2?: boolean
}

/** Written `suffix>replacement`; the longest come first. */
function rules(text: string, ...special: SuffixRule[]): readonly SuffixRule[] {
  const plain = text.split(' ').map((rule) => {
    const [suffix = '', to = ''] = rule.split('>')
    return { suffix, to }
  })
  return [...plain, ...special]
}

const step2 = rules(
  'ational>ate fulness>ful iveness>ive ization>ize ousness>ous biliti>ble lessli>less tional>tion aliti>al alism>al ation>ate entli>ent fulli>ful iviti>ive ousli>ous ogist>og abli>able alli>al anci>ance ator>ate enci>ence izer>ize bli>ble',
  { suffix: 'ogi', to: 'og', after: /l$/ },
  { suffix: 'li', to: '', after: /[cdeghkmnrt]$/ },
)
const step3 = rules('ational>ate tional>tion alize>al icate>ic iciti>ic ical>ic ness> ful>', {
  suffix: 'ative',
  to: '',
  inR2: true,
})

function replaceSuffix(
  word: string,
  suffixes: readonly SuffixRule[],
  r1: number,
  r2: number,
): string {
  const rule = suffixes.find(({ suffix }) => word.endsWith(suffix))
  if (!rule) return word
  const base = word.slice(0, -rule.suffix.length)
  const applies = base.length >= (rule.inR2 ? r2 : r1) && (rule.after?.test(base) ?? true)
  return applies ? base + rule.to : word
}

const endings = /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic)$/

function dropEnding(word: string, r2: number): string {
  const match = endings.exec(word)
  if (!match || match.index < r2) return word
  const base = word.slice(0, match.index)
  return match[0] === 'ion' && !/[st]$/.test(base) ? word : base
}

function dropFinalE(word: string, r1: number, r2: number): string {
  const last = word.length - 1
  if (word.endsWith('e')) {
    const drops = last >= r2 || (last >= r1 && !endsShort(word.slice(0, -1)))
    return drops ? word.slice(0, -1) : word
  }
  return word.endsWith('ll') && last >= r2 ? word.slice(0, -1) : word
}
