/**
 * Finds what a user explicitly asks to remember: "Remember that …", "remember: …", `#remember …`,
 * `/remember …`. Reads only the user's own words, and ignores recollections ("remember when …"),
 * questions, statements that depend on earlier context, and instructions for the current task.
 */
import { holdsRedaction } from '../../memory/new-memory.ts'
import type { PromptOrigin } from '../../model/host-event.ts'
import type { SpokenTurn } from '../../ports/history.ts'
import { answersCompared, promptParts } from '../../provenance/prompt-parts.ts'
import { surelyTyped } from '../../provenance/surely-typed.ts'
import { readSentences } from '../../text/sentences.ts'
import { endsAsQuestion, leads, rememberEndings, turnsToTask, type Wish } from './phrases.ts'
import { type Remembered, tidyStatement } from './tidy-statement.ts'

/** A cheap test that is true for everything `findRemembered` could find. */
export function mentionsRemembering(prompt: string): boolean {
  return mentions.test(prompt)
}

const mentions =
  /remember|memor|forget|in mind|note |merk|denk|vergiss|souv|reti?en|rappel|oublie|pense|recuerd|record|acuérd|presente|olvid|lembr|guarde|esque|覚え|メモリ|记住|记下|记得|牢记/i

/** @param own what the user typed, in paragraphs */
export function findRemembered(own: string): Remembered[] {
  const command = slashCommand.exec(own.trim())?.[1]
  if (command !== undefined) return statementsOf(command).flatMap(tidyStatement)
  const paragraphs = own.slice(0, mostRead).split(/\n[ \t]*\n/)
  const found = paragraphs.flatMap((paragraph) => {
    const block = blockOf(paragraph)
    return block ?? sentencesIn(paragraph).flatMap((text) => said(text, isAlone(text, own)))
  })
  return found.flatMap(tidyStatement).slice(0, mostFound)
}

/** Nobody types longer prompts. */
const mostRead = 30_000
const mostFound = 10

/** Also accepts the plugin's name: `/throughline:remember`. */
const slashCommand = /^\/(?:[\w-]+:)?remember\s+(\S[\s\S]*)$/i
const hashTag = /^#remember(?:\s*[:：-])?\s+(?=\S)/i

/** "Remember: …" at the start of a paragraph covers all of it. */
function blockOf(paragraph: string): Wish[] | undefined {
  const tag = hashTag.exec(paragraph)
  const lead = tag ?? leads.map(({ block }) => block.exec(paragraph)).find(Boolean)
  return lead ? statementsOf(paragraph.slice(lead[0].length)) : undefined
}

/** Each list item is a statement; other lines are one statement, up to where the task starts. */
function statementsOf(text: string): Wish[] {
  const lines = text.split('\n').map((line) => line.trim())
  const items = lines.filter((line) => listItem.test(line))
  const prose = lines.filter((line) => line !== '' && !listItem.test(line)).join(' ')
  const sentences = sentencesOf(prose)
  const end = sentences.findIndex((sentence, at) => at > 0 && turnsToTask.test(sentence))
  const kept = (end < 0 ? sentences : sentences.slice(0, end)).join(' ')
  return [kept, ...items.map((item) => item.replace(listItem, ''))]
    .filter((statement) => statement !== '' && !endsAsQuestion(statement))
    .filter((statement) => !leads.some(({ leaning }) => leaning.test(statement)))
    .map((statement) => ({ text: statement, isInstruction: false }))
}

const listItem = /^(?:[-*•+]|\(?\d{1,2}[.)])\s+/

/** The sentences outside quotation marks. */
function sentencesIn(paragraph: string): string[] {
  let isQuoting = false
  return paragraph.split('\n').flatMap((line) =>
    sentencesOf(line).flatMap((text) => {
      const wasQuoting = isQuoting
      const marks = text.match(/"/g)?.length ?? 0
      const opened = text.match(/[“«„]/g)?.length ?? 0
      const closed = text.match(/[”»]/g)?.length ?? 0
      if (marks % 2 === 1 || opened !== closed) isQuoting = !isQuoting
      return wasQuoting || isQuoting ? [] : [text]
    }),
  )
}

function sentencesOf(line: string): string[] {
  return readSentences(line).flatMap(({ text }) => text.split(/(?<=[。！？])/u))
}

const endings = rememberEndings.map((ending) => new RegExp(ending, 'u'))

/** The prompt asks for nothing else. */
const isAlone = (sentence: string, own: string) => own.trim().length <= sentence.length + 3

function said(sentence: string, isAlone: boolean): Wish[] {
  const before = endings.map((ending) => ending.exec(sentence)).find(Boolean)
  if (before) return [{ text: sentence.slice(0, before.index), isInstruction: false }]
  for (const lead of leads) {
    const found = lead.read(sentence, isAlone)
    if (found) return [found]
  }
  return []
}

/**
 * Finds what a prompt asks to remember, if surely typed and without a secret.
 * @param turns of the session; this prompt's turn and later ones are ignored
 * @returns `withheld` too: how many statements contained a secret
 */
export function rememberedIn(
  prompt: { readonly turnId: string; readonly text: string; readonly origin: PromptOrigin },
  turns: readonly SpokenTurn[],
): { readonly kept: readonly Remembered[]; readonly withheld: number } {
  if (prompt.origin === 'notification') return { kept: [], withheld: 0 }
  const at = turns.findIndex(({ id }) => id === prompt.turnId)
  const before = turns.slice(0, at < 0 ? turns.length : at)
  const answers = before.slice(-answersCompared).flatMap(({ answer }) => answer ?? [])
  const found = findRemembered(surelyTyped(prompt.text, promptParts(prompt.text, answers)))
  const kept = found.filter(({ content }) => !holdsRedaction(content))
  return { kept, withheld: found.length - kept.length }
}
