/**
 * What the user says inside tool calls: comments on a refused call, answers to the agent's questions.
 * Hosts report both as results of tools.
 */
import type { Action } from '../model/action.ts'

/** In the order of the calls; comments stand alone, answers follow their question. */
export function saidInTools(actions: readonly Pick<Action, 'toolName' | 'output'>[]): string[] {
  return actions.flatMap(({ toolName, output }) => {
    const comment = refused.exec(output)?.[1]?.trim()
    if (comment !== undefined && comment !== '') return [comment]
    return asking.test(toolName) ? answersIn(output) : []
  })
}

/** Claude Code 2.x. */
const refused =
  /^The user doesn't want to proceed with this tool use\.[\s\S]{0,300}?the user said:\s*([\s\S]+)$/
/** Claude Code's, Codex' and OpenCode's. */
const asking = /^(?:AskUserQuestion|request_user_input|question)$/i

/** `"Which one?"="The first"`, also where a host adds to it. */
const answer = /"([^"\n]{3,300})"\s*[=:]\s*\[?"([^"\n]{1,500})"/g

function answersIn(output: string): string[] {
  return [...output.matchAll(answer)].map(([, question = '', words = '']) => `${question} ${words}`)
}
