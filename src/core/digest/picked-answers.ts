/** Answers a user picked when the agent asked with a tool. */
import type { Action } from '../model/action.ts'
import { answersIn } from '../provenance/said-in-tools.ts'
import { shorten } from '../text/shorten.ts'

const mostCharacters = 240
const mostQuestionCharacters = 120
const mostPicked = 4

/** Each as its question and the answer. */
export function choicesIn(action: Action): string[] {
  return answersIn(action)
    .filter(({ question = '', words }) => !isAboutProcedure(question) && !words.includes('?'))
    .slice(0, mostPicked)
    .map(({ question = '', words }) => `${shorten(question, mostQuestionCharacters)} ${words}`)
    .map((text) => shorten(text.trim().replace(/ ?\(Recommended\)/gi, ''), mostCharacters))
}

/** «Ready to push?», «how should this be committed?» decide nothing that lasts. */
const isAboutProcedure = (question: string) =>
  /\b(?:commit(?:ted)?|push|force-push|ready to|proceed|continue|prefer fewer)\b/i.test(question)
