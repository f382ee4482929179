/** Where work and trouble gather, and whether memory is there. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import { commandOf } from '../../activity/to-action.ts'
import { outputText, parseOutput } from '../../activity/tool-output.ts'
import { signaturesIn } from '../../failures/failure-signatures.ts'
import type { Hash } from '../../model/content-key.ts'
import type { GrowthStore, RepeatedFailure } from '../../ports/growth-store.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { shorten } from '../../text/shorten.ts'
import { closeness, filesNamedBy } from '../file/file-triggers.ts'

export interface HotspotPorts extends Pick<Store, 'memories' | 'history' | 'projects'> {
  readonly growth: GrowthStore
  readonly clock: Clock
  readonly hash: Hash
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
}

type Hotspots = OutputOf<'getHotspots'>

const dayMs = 86_400_000

export function createHotspotOperations(
  ports: HotspotPorts,
): Pick<OperationHandlers, 'getHotspots'> {
  const { growth, clock, projects } = ports
  return {
    async getHotspots({ project, days, limit }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const from = new Date(clock.now().getTime() - days * dayMs).toISOString()
      const names = new Map((await projects.list()).map(({ id, name }) => [id, { id, name }]))
      const filter = { from, projectId, limit }
      const known = lazyNamedFiles(ports)
      const files: Hotspots['files'] = []
      for (const { projectId: id, ...file } of await growth.editedFiles(filter)) {
        const about = id === undefined ? [] : await known(id)
        const memories = about.filter((named) => named.some((one) => closeness(one, file.path) > 0))
        files.push({ ...file, ...placeOf(id), memories: memories.length })
      }
      const failures: Hotspots['failures'] = []
      for (const failure of await growth.repeatedFailures(filter)) {
        const { projectId: id, sessions } = failure
        const said = await describeFailure(failure, ports)
        if (said) failures.push({ ...said, ...placeOf(id), sessions: [...sessions] })
      }
      return { files, failures }

      function placeOf(id: string | undefined) {
        const place = names.get(id ?? '')
        return place ? { project: place } : {}
      }
    },
  }
}

/** Of a project with more, the rest is not counted. */
const mostRead = 2_000

/** The files that each memory of a project names, read once. */
function lazyNamedFiles({ memories }: HotspotPorts) {
  const known = new Map<string, ReturnType<typeof filesNamedBy>[]>()
  return async (projectId: string) => {
    const found = known.get(projectId)
    if (found) return found
    const filter = {
      addresses: [{ scope: 'project' as const, scopeId: projectId }],
      standing: 'memory' as const,
    }
    const page = await memories.list(filter, { limit: mostRead, offset: 0, order: 'changed' })
    const named = page.memories.map(filesNamedBy).filter((files) => files.length > 0)
    known.set(projectId, named)
    return named
  }
}

const mostCharacters = 160

async function describeFailure(
  { signature, eventId }: RepeatedFailure,
  { history, hash }: HotspotPorts,
): Promise<Pick<Hotspots['failures'][number], 'command' | 'error'> | undefined> {
  const [event] = await history.toolEvents([eventId])
  const command = event && commandOf(event.input)
  if (!event || command === undefined) return undefined
  const texts = signaturesIn(outputText(parseOutput(event.output)))
  const text = texts.find((each) => hash(each) === signature) ?? ''
  const error = text.slice(text.indexOf(' ') + 1)
  return { command: shorten(command, mostCharacters), error: shorten(error, mostCharacters) }
}
