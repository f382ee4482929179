/** Names and ids from the store, for completion. */
import { existsSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import { plainSettings } from '../../../contract/plain.ts'
import type { Completed } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { brief, excerpt } from '../present.ts'
import { type Candidate, shells } from './scripts.ts'

const most = 50

export async function storedValues(context: CliContext, what: Completed): Promise<Candidate[]> {
  if (what === 'shell') return shells.map((word) => ({ word }))
  if (what === 'setting') {
    return plainSettings.map(({ key, description }) => ({ word: key, description }))
  }
  // Pressing Tab must not set up a home.
  if (!existsSync(context.paths.database)) return []
  try {
    return await context.read(({ ask }) => readers[what](ask, context))
  } catch (error) {
    if (error instanceof ThroughlineError) return []
    throw error
  }
}

type Stored = Exclude<Completed, 'shell' | 'setting'>

const readers: Readonly<Record<Stored, (ask: Ask, context: CliContext) => Promise<Candidate[]>>> = {
  async memory(ask, { cwd }) {
    const { memories } = await ask('listMemories', { folder: cwd, limit: most })
    return memories.map(({ id, key, content }) => candidate(key ?? brief(id), content))
  },
  async forgotten(ask, { cwd }) {
    const { memories } = await ask('listForgotten', { folder: cwd, limit: most })
    return memories.map(({ id, content }) => candidate(brief(id), content))
  },
  async session(ask) {
    const { sessions } = await ask('listSessions', { limit: most })
    return sessions.map(({ id, firstPrompt = '' }) => candidate(brief(id), firstPrompt))
  },
  async job(ask) {
    const { jobs } = await ask('listJobs', { status: 'parked', limit: most })
    return jobs.map(({ id, kind }) => candidate(brief(id), kind))
  },
  async 'review-item'(ask) {
    const { items } = await ask('listReview', { limit: most })
    return items.map(({ key, kind }) => candidate(key, kind))
  },
  async consolidation(ask) {
    const { consolidations } = await ask('listConsolidations', { limit: most })
    return consolidations.map(({ id, at }) => candidate(brief(id), at))
  },
  async project(ask) {
    const { projects } = await ask('listProjects', {})
    return projects.slice(0, most).map(({ name, identity }) => candidate(name, identity))
  },
}

const longest = 60

function candidate(word: string, text: string): Candidate {
  return { word, description: excerpt(text, longest) }
}
