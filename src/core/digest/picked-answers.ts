/** Answers a user picked when the agent asked with a tool. */
import type { Action } from '../model/action.ts'
import { parseBoundedJson } from '../model/bounded-json.ts'
import { isJsonObject } from '../model/json.ts'
import { shorten } from '../text/shorten.ts'

const asking = /^ask_?(?:user|follow_?up)?(?:_?question)?$|^request_?user_?input$/i
const mostCharacters = 240
const mostQuestionCharacters = 120
const mostPicked = 4

/** Each as its question and the answer. */
export function choicesIn({ toolName, outcome, output }: Action): string[] {
  if (!asking.test(toolName) || outcome === 'failed' || output === '') return []
  const pairs = output.startsWith('{') ? pairsInJson(output) : pairsInText(output)
  return pairs
    .filter(([question, picked]) => !isAboutProcedure(question) && !picked.includes('?'))
    .slice(0, mostPicked)
    .map(([question, picked]) => `${shorten(question, mostQuestionCharacters)} ${picked}`.trim())
    .map((text) => shorten(text.replace(/ ?\(Recommended\)/gi, ''), mostCharacters))
}

type Pair = readonly [question: string, picked: string]

/** `"Which one?"="The first"`, or a text that names both. */
function pairsInText(output: string): Pair[] {
  const pairs = [...output.matchAll(/"([^"]{1,1000})"\s*=\s*"([^"]{1,2000})"/g)]
  if (pairs.length > 0) return pairs.map(([, question = '', picked = '']) => [question, picked])
  const [, question, picked] = /^([^?"=]{1,300}\?) ([^?"=]{1,300})$/.exec(output) ?? []
  return question !== undefined && picked !== undefined ? [[question, picked]] : []
}

/** `{"answers":{"package_manager":{"answers":["pnpm"]}}}` */
function pairsInJson(output: string): Pair[] {
  try {
    const value = parseBoundedJson(output)
    const answers = isJsonObject(value) && isJsonObject(value.answers) ? value.answers : {}
    return Object.entries(answers).flatMap(([name, answer]): Pair[] => {
      const picked = isJsonObject(answer) ? answer.answers : answer
      const texts = (Array.isArray(picked) ? picked : [picked]).filter(
        (text) => typeof text === 'string',
      )
      return texts.length > 0 ? [[`${name.replaceAll('_', ' ')}:`, texts.join(', ')]] : []
    })
  } catch {
    return []
  }
}

/** «Ready to push?», «how should this be committed?» decide nothing that lasts. */
const isAboutProcedure = (question: string) =>
  /\b(?:commit(?:ted)?|push|force-push|ready to|proceed|continue|prefer fewer)\b/i.test(question)
