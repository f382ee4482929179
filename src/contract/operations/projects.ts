import { z } from 'zod'
import { operation } from '../operation.ts'

const reference = z.string().min(1).describe('Project id, name or identity')

export const project = z.object({
  id: z.string(),
  identity: z.string(),
  name: z.string(),
  root: z.string().optional(),
  createdAt: z.string(),
  aliases: z.array(z.string()),
  sessions: z.int(),
  lastEventAt: z.string().optional(),
})

export const listProjects = operation({
  summary: 'Known projects, the most recently active first',
  input: z.object({}),
  output: z.object({ projects: z.array(project) }),
  http: { method: 'get', path: '/api/projects' },
})

export const getProject = operation({
  summary: 'One project with every identity it is known by',
  input: z.object({ project: reference }),
  output: project,
  http: { method: 'get', path: '/api/projects/:project' },
})

export const renameProject = operation({
  summary: 'Give a project another name',
  input: z.object({ project: reference, name: z.string().trim().min(1).max(120) }),
  output: project,
  http: { method: 'post', path: '/api/projects/rename' },
})

export const mergeProjects = operation({
  summary: 'Move everything of one project into another',
  input: z.object({ from: reference, into: reference }),
  output: project,
  http: { method: 'post', path: '/api/projects/merge' },
})

export const moveProject = operation({
  summary: 'Tell which identity a project has now; the former one stays as an alias',
  input: z.object({ project: reference, identity: z.string().trim().min(1) }),
  output: project,
  http: { method: 'post', path: '/api/projects/move' },
})
