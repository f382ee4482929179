/** How well a statement answers a question, by their words alone. */
import { yieldToEventLoop } from '../../jobs/yield-to-event-loop.ts'
import {
  createWordList,
  isActionWord,
  isCommonWord,
  isEverydayWord,
  isStopWord,
} from '../../text/common-words.ts'
import { relatedTerms } from '../../text/thesaurus.ts'
import { tokenise } from '../../text/tokenise.ts'
import { formsOf } from '../../text/word-forms.ts'

/**
 * How much of what a question asks about a statement says. A word counts for more if few statements of
 * the wiki have it, and most if none has: then the wiki does not know.
 */
export async function measureShares(
  question: string,
  statements: Iterable<{ readonly text: string }>,
): Promise<(statement: string) => number> {
  const words = readQuestion(question)
  const counts = words.map(() => 0)
  let total = 0
  for (const { text } of statements) {
    const terms = new Set(tokenise(text))
    for (const [n, word] of words.entries()) counts[n] = (counts[n] ?? 0) + says(terms, word)
    total += 1
    await yieldToEventLoop()
  }
  const weights = words.map(({ importance }, n) => {
    return importance * (1 + Math.log(Math.max(1, total / (counts[n] || ofNone))))
  })
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return (statement) => {
    const terms = new Set(tokenise(statement))
    const said = words.reduce((sum, word, n) => sum + says(terms, word) * (weights[n] ?? 0), 0)
    return whole === 0 ? 1 : said / whole
  }
}

const ofNone = 0.25

interface AskedWord {
  /** `workspaceProbe` as it is, then its parts. */
  readonly terms: readonly Spellings[]
  readonly importance: number
}

interface Spellings {
  readonly term: string
  readonly forms: readonly string[]
  readonly synonyms: readonly string[]
}

function readQuestion(question: string): AskedWord[] {
  return question.split(/\s+/).flatMap((word) => {
    const terms = tokenise(word).filter((term) => !isStopWord(term))
    // Scripts without spaces give many terms that are no parts of a name.
    const isName = terms.length > 1 && /^[!-~“”‘’„–—…]+$/u.test(word)
    const names = isName ? [terms] : terms.map((term) => [term])
    return names.map((parts) => ({
      terms: parts.map(spell),
      importance: isName ? 1 : importanceOf(parts[0] ?? ''),
    }))
  })
}

function spell(term: string): Spellings {
  return { term, forms: formsOf(term), synonyms: relatedTerms(term) }
}

function importanceOf(term: string): number {
  if (isEverydayWord(term) || isAnswerWord(term)) return 0.2
  if (isActionWord(term)) return 0.35
  return isCommonWord(term) ? 0.75 : 1
}

/** They say what sort of answer is wanted. */
const isAnswerWord = createWordList(
  'version kind type sort format name number value reason default',
)

/** From 0 to 1: another form of a word says less, a synonym half of it. */
function says(statement: ReadonlySet<string>, { terms: [whole, ...parts] }: AskedWord): number {
  const how = ({ term, forms, synonyms }: Spellings) => {
    if (statement.has(term)) return 1
    if (forms.some((form) => statement.has(form))) return 0.75
    return synonyms.some((other) => statement.has(other)) ? 0.5 : 0
  }
  const asItIs = whole ? how(whole) : 0
  return asItIs || (parts.length > 0 ? Math.min(...parts.map(how)) : 0)
}
