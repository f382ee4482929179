/** Statements and questions that look like a developer's memories, the same in every run. */

const common =
  'the of to in and is a for that it on we with as this by from at use not or be was when are an so if has must its now'.split(
    ' ',
  )
const starts = 'b c d f g h k l m n p r s t v br ch cl cr dr fl gr pl pr sc sh sp st th tr'.split(
  ' ',
)
const vowels = 'a e i o u ai ea io ou'.split(' ')
const ends = ' n r s t l m nd rt st ck x'.split(' ')

const vocabularySize = 40_000

/** A generator of numbers in [0, 1) that depends on its seed alone. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Words are drawn as in natural text: the n-th most frequent about 1/n as often as the first. */
function contentWord(random: () => number): string {
  return wordOfRank(Math.floor(vocabularySize ** random()))
}

function wordOfRank(rank: number): string {
  const syllable = createRandom(rank * 7_919 + 17)
  const pick = (parts: readonly string[]) => parts[Math.floor(syllable() * parts.length)] ?? ''
  const count = 2 + Math.floor(syllable() * 2)
  const word = Array.from({ length: count }, () => pick(starts) + pick(vowels) + pick(ends)).join(
    '',
  )
  if (rank % 29 === 0) return `src/${word}/${pick(starts)}${pick(vowels)}.ts`
  return rank % 13 === 0 ? `${word}_${pick(starts)}${pick(vowels)}${pick(ends)}` : word
}

/** About 220 characters. */
export function statementText(number: number): string {
  const random = createRandom(number * 31 + 7)
  const length = 20 + Math.floor(random() * 30)
  const words = Array.from({ length }, () =>
    random() < 0.4 ? (common[Math.floor(random() * common.length)] ?? '') : contentWord(random),
  )
  return `${words.join(' ')}.`
}

/** Asks for one statement in six of its words, with the words around them that questions have. */
export function questionText(number: number): string {
  const random = createRandom(number * 17 + 3)
  const words = statementText(number)
    .slice(0, -1)
    .split(' ')
    .filter((word) => !common.includes(word))
  const chosen = Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)] ?? '')
  return `what did we say about ${chosen.join(' ')}`
}

/** The words of a question that a bare OR query is made of; dropping the others favours it. */
export function questionWords(question: string): string[] {
  const rest = question.replace('what did we say about ', '')
  return [...new Set(rest.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))]
}
