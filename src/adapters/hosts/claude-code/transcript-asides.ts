/** What the user says in results of tools: comments on refused calls, answers to questions. */
import type { TranscriptMessage } from '../../../core/model/host-event.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts'
import { type Aside, answersIn, commentsIn } from '../../../core/provenance/said-in-tools.ts'

export interface AsideReader {
  /** In the order of the transcript: the name of a tool stands in its call, not in the result. */
  asidesIn(entry: JsonObject, content: Json | undefined): TranscriptMessage[]
}

export function createAsideReader(): AsideReader {
  const names = new Map<string, string>()
  return {
    asidesIn(entry, content) {
      const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
      for (const { type, id, name } of blocks) {
        if (type === 'tool_use' && typeof id === 'string' && typeof name === 'string')
          names.set(id, name)
      }
      return blocks
        .filter(({ type }) => type === 'tool_result')
        .flatMap((block) => readResult(entry, block, names.get(`${block.tool_use_id}`)))
        .map(({ question, words }) => ({ role: 'aside', text: words, question }))
    },
  }
}

function readResult(entry: JsonObject, block: JsonObject, toolName: string | undefined): Aside[] {
  const output = textIn(block.content)
  if (block.is_error === true) return wasRefused(entry, toolName) ? commentsIn(output) : []
  return toolName === undefined ? [] : answersIn({ toolName, output, outcome: 'ok' })
}

/** Before 2.1.205 the text alone says so, which a server or a command can print as well. */
function wasRefused({ toolDenialKind }: JsonObject, toolName: string | undefined): boolean {
  if (toolDenialKind !== undefined) return toolDenialKind === 'user-rejected'
  return toolName !== undefined && !/^(?:mcp__|Bash|PowerShell)/.test(toolName)
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : []
  return blocks.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}
