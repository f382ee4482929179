/** Words that say nothing about a subject; a query keeps them only when it has no others. */
import { normaliseWord } from './normalise-word.ts'

const words = `
a an the and or but if of to in on at by for with from as is are was were be been being am do does did doing done
have has had having i you he she it we they me him her us them my your his its our their mine yours this that these
those what which who whom whose when where why how would could should can will may might shall must not no nor so
than then there here s t d ll m re ve dont didnt doesnt isnt wasnt im ive id youre lets let's please about into over
under again any some all more most other such only own same too very just also ever still many much
`
const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/).map(normaliseWord))

export const isStopWord = (term: string) => stopWords.has(term)
