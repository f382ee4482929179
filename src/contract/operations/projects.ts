import { z } from 'zod'
import { type HandlersOf, operation } from '../operation.ts'

const reference = z.string().min(1).describe('Project id, name or identity')

const project = z.object({
  id: z.string(),
  identity: z.string(),
  name: z.string(),
  root: z.string().optional(),
  createdAt: z.string(),
  aliases: z.array(z.string()),
  merged: z
    .array(z.object({ id: z.string(), name: z.string(), at: z.string() }))
    .describe('Merged projects that can be split off again'),
  sessions: z.int(),
  lastEventAt: z.string().optional(),
})

/** With what needs the other projects to tell. */
const listedProject = project.extend({
  claims: z
    .object({ id: z.string(), name: z.string(), identity: z.string() })
    .optional()
    .describe('The project its folder says it is, without sharing its history'),
})

const listProjects = operation({
  summary: 'Known projects, most recently active first',
  input: z.object({}),
  output: z.object({ projects: z.array(listedProject) }),
  http: { method: 'get', path: '/api/projects' },
})

const getProject = operation({
  summary: 'One project with all of its identities',
  input: z.object({ project: reference }),
  output: project,
  http: { method: 'get', path: '/api/projects/:project' },
})

const renameProject = operation({
  summary: 'Rename a project',
  input: z.object({ project: reference, name: z.string().trim().min(1).max(120) }),
  output: project,
  http: { method: 'post', path: '/api/projects/rename' },
})

const mergeProjects = operation({
  summary: 'Merge one project into another',
  input: z.object({ from: reference, into: reference }),
  output: project,
  http: { method: 'post', path: '/api/projects/merge' },
})

const unmergeProject = operation({
  summary: 'Undo a merge: split the project off with everything it had; newer data stays',
  input: z.object({
    project: reference.optional().describe('Id, name or identity; default: the last one merged'),
  }),
  output: z.object({
    project,
    left: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .describe('Memories that could not be reverted, and why'),
  }),
  http: { method: 'post', path: '/api/projects/unmerge' },
})

const moveProject = operation({
  summary: 'Change the identity of a project; the old one stays as an alias',
  input: z.object({ project: reference, identity: z.string().trim().min(1) }),
  output: project,
  http: { method: 'post', path: '/api/projects/move' },
})

const trustFolder = operation({
  summary:
    'Confirm that a folder is the project it claims to be; its own project is merged into that one',
  input: z.object({ folder: z.string().min(1).describe('A folder that claims to be a project') }),
  output: project,
  http: { method: 'post', path: '/api/projects/trust' },
})

export const projectOperations = {
  listProjects,
  getProject,
  renameProject,
  mergeProjects,
  unmergeProject,
  moveProject,
  trustFolder,
}

export type ProjectHandlers = HandlersOf<typeof projectOperations>
