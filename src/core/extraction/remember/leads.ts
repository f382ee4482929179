/** Recognises the words that lead in what is to be remembered, in each language. */
import { type RememberPhrases, rememberPhrases } from './phrases.ts'

export interface Wish {
  readonly text: string
  readonly isInstruction: boolean
}

export interface Lead {
  /** «Remember:» and what comes before it. */
  readonly block: RegExp
  readonly leaning: RegExp
  read(sentence: string, isAlone: boolean): Wish | undefined
}

export const leads: readonly Lead[] = rememberPhrases.map(createLead)

function createLead(phrases: RememberPhrases): Lead {
  const { openers, statement, instruction, bare } = phrases
  const at = (part: string) => pattern(`^${openers}(?:${part})`)
  const [states, instructs] = [at(`${statement}\\s*`), at(`${instruction}\\s*`)]
  const loose = at(`${bare}\\s*[,，、]?\\s*`)
  const word = (part: string) => pattern(`(?<![\\p{L}\\p{N}])(?:${part})(?![\\p{L}\\p{N}])`)
  const isScript = /Japanese|Chinese/.test(phrases.language)
  const anywhere = isScript ? pattern : word
  const [stands, passes] = [anywhere(phrases.standing), anywhere(phrases.passing)]
  const head = (part: string) => pattern(`^(?:${part})`)
  const [recollects, recounts] = [head(phrases.recollection), head(phrases.recounting)]
  const [leaning, habit] = [head(phrases.leaning), head(phrases.habit)]
  const isKept = (text: string) =>
    !recounts.test(text) && !leaning.test(text) && (stands.test(text) || !passes.test(text))
  return {
    block: at(`${bare}\\s*[:：]\\s*`),
    leaning,
    read(sentence, isAlone) {
      const isAsked = endsAsQuestion(sentence) && !politeQuestion.test(sentence)
      if (isAsked) return undefined
      const stated = after(states, sentence)
      if (stated !== undefined) {
        return isKept(stated) ? { text: stated, isInstruction: false } : undefined
      }
      const instructed = after(instructs, sentence)
      if (instructed !== undefined) {
        const isHabit = isAlone && habit.test(instructed) && !passes.test(instructed)
        const isStanding = stands.test(sentence) || isHabit
        return isStanding ? { text: instructed, isInstruction: true } : undefined
      }
      const loosely = after(loose, sentence)
      if (loosely === undefined || recollects.test(loosely) || !isKept(loosely)) return undefined
      return isScript || stands.test(loosely) ? { text: loosely, isInstruction: false } : undefined
    },
  }
}

function after(lead: RegExp, sentence: string): string | undefined {
  const match = lead.exec(sentence)
  return match ? sentence.slice(match[0].length) : undefined
}

function pattern(parts: string): RegExp {
  return new RegExp(parts.replace(/\n\s*/g, ''), 'iu')
}

export const endsAsQuestion = (sentence: string) => /[?？][)"'\s!]*$|吗[。]?$/.test(sentence)

/** «Could you remember that …?» asks for it; «do you remember …?» does not. */
const politeQuestion =
  /^(?:please[, ]+)?(?:can|could|will|would) you (?:please )?(?:remember|note|memori[sz]e) (?:that|to)\b|^(?:kannst du dir|peux-tu|puedes)\b/i
