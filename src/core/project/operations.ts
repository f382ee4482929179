/** The project operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { ProjectHandlers } from '../../contract/operations/projects.ts'
import type { ProjectStore, ProjectSummary } from '../ports/projects.ts'
import type { Redactor } from '../ports/redactor.ts'
import { parseIdentity } from './parse-identity.ts'
import { findClaimed } from './settle-claim.ts'

export interface ProjectPorts {
  readonly projects: ProjectStore
  readonly redactor: Redactor
  /** By id, name or identity. @throws ThroughlineError `not-found`, `conflict` */
  readonly findProject: (reference: string) => Promise<ProjectSummary>
}

export function createProjectOperations(
  ports: ProjectPorts,
): Omit<ProjectHandlers, 'mergeProjects' | 'unmergeProject' | 'trustFolder'> {
  const { projects, findProject, redactor } = ports
  return {
    async listProjects() {
      const listed = (await projects.list()).map(async (project) => {
        const claimed = await findClaimed(project.identity, ports)
        const { id, name, identity } = claimed ?? project
        return { ...projectOutput(project), ...(claimed && { claims: { id, name, identity } }) }
      })
      return { projects: await Promise.all(listed) }
    },
    async getProject({ project }) {
      return projectOutput(await findProject(project))
    },
    async renameProject({ project, name }) {
      const { id } = await findProject(project)
      await projects.rename(id, redactor.redact(name))
      return projectOutput(await findProject(id))
    },
    async moveProject({ project, identity: given }) {
      const { id } = await findProject(project)
      const identity = identityOf(given, ports)
      const owner = await projects.findByIdentity(identity)
      if (owner && owner.id !== id) {
        throw new ThroughlineError('conflict', `${identity} is already project "${owner.name}"`, {
          hint: `throughline projects merge ${id} ${owner.id}`,
        })
      }
      await projects.changeIdentity(id, identity)
      return projectOutput(await findProject(id))
    },
  }
}

/** @throws ThroughlineError `invalid-input` */
function identityOf(given: string, { redactor }: ProjectPorts): string {
  const identity = parseIdentity(given)
  if (identity !== undefined) return redactor.redact(identity)
  const message = `"${redactor.redact(given)}" cannot identify a project`
  throw new ThroughlineError('invalid-input', message, {
    hint: 'give the address of its repository, e.g. github.com/acme/widgets',
  })
}

export function projectOutput({ aliases, merged, ...project }: ProjectSummary) {
  return { ...project, aliases: [...aliases], merged: [...merged] }
}
