/**
 * The plan that a prompt tells the agent to carry out. Hosts with a plan mode send the agent's own
 * plan as a prompt once the user approved it.
 */
import { isClientText } from './client-texts.ts'

const approval = /^Implement the (?:following plan:|plan as specified)/
const longestPlan = 20_000

/** Its title and what it says first; undefined if the prompt is none. */
export function approvedPlan(prompt: string): string | undefined {
  if (!approval.test(prompt.trimStart())) return undefined
  const lines = prompt.slice(0, longestPlan).split('\n').slice(1)
  const title = lines.find((line) => /^#\s/.test(line))?.replace(/^#\s+(?:plan:\s*)?/i, '')
  const start = lines.findIndex(opensPlan)
  const end = lines.findIndex((line, at) => at > start && line.trim() === '')
  const opening = start < 0 ? [] : lines.slice(start, end < 0 ? start + 1 : end)
  const parts = [title, ...opening].map((part) => part?.trim()).filter(Boolean)
  return parts.length === 0 ? undefined : parts.join('\n')
}

function opensPlan(line: string): boolean {
  const text = line.trim()
  return /^[A-Z`*][^#|]{20,}/.test(text) && !isClientText(text)
}
