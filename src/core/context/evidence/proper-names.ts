/** The words that a text writes as names: with a capital inside a sentence, or in capitals. */
import { isGeneralWord } from '../../text/general-words.ts'
import { tokenise } from '../../text/tokenise.ts'

/** After a word or a comma, not at the start of a sentence. */
const insideSentence = /(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}\p{N}]{2,}/gu
const inCapitals = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\p{N}]{2,}(?![\p{L}\p{N}])/gu

/** As the index has them; without general words. */
export function properNamesIn(text: string): Set<string> {
  const found = [...text.matchAll(insideSentence), ...text.matchAll(inCapitals)]
  const terms = found.flatMap(([name]) => tokenise(name).slice(0, 1))
  return new Set(terms.filter((term) => !isGeneralWord(term)))
}
