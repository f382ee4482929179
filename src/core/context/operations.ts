/** Previews the context that a host would get. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OperationHandlers } from '../../contract/operations/index.ts'
import { missingFolder, missingSession, type ScopePorts } from '../memory/scope.ts'
import type { CallerNames } from '../model/caller-names.ts'
import type { ContextRequest } from '../model/context.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import type { History, SessionSummary } from '../ports/history.ts'
import type { HostProtocol } from '../ports/host.ts'
import { buildRequest, type RequestPorts, type Silence } from './build-request.ts'
import { isOn, planContext } from './plan-context.ts'
import { saysEnough } from './plan-prompt.ts'
import type { ContextPorts, ContextSettings } from './situation.ts'

export interface PreviewPorts
  extends Omit<ContextPorts, 'history'>,
    Pick<RequestPorts, 'recentChanges' | 'withoutPrivate'>,
    Pick<ScopePorts, 'projectOf'> {
  readonly history: ContextPorts['history'] & Pick<History, 'sessions'>
  readonly settings: () => ContextSettings
  readonly caller?: CallerNames | undefined
  /** Registers no project. */
  readonly lookUp: (folder: string | undefined) => Promise<CaptureLocation>
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
  /** @throws ThroughlineError `invalid-input` */
  readonly findHost: (name: string) => Pick<HostProtocol, 'capabilities'>
}

export function createContextOperations(
  ports: PreviewPorts,
): Pick<OperationHandlers, 'getContext'> {
  return {
    async getContext(input) {
      const request = await toRequest(input, ports)
      const settings = previewSettings(ports.settings(), input)
      const { text, tokens, lines, left, most } =
        typeof request === 'string'
          ? { text: '', tokens: 0, lines: [], left: [], most: { tokens: 0, bytes: 0 } }
          : await planContext(request, ports, settings)
      const { startTokens, promptTokens, entriesPerScope, charactersPerScope } = settings
      return {
        text,
        tokens,
        characters: text.length,
        most: { tokens: most.tokens, characters: most.bytes },
        budgets: { startTokens, promptTokens, entriesPerScope, charactersPerScope },
        ...(text === '' && { silence: silenceOf(request, settings, ports.clock.now()) }),
        lines: [...lines],
        ...(input.explain && { left: [...left] }),
      }
    },
  }
}

function previewSettings(settings: ContextSettings, input: InputOf<'getContext'>): ContextSettings {
  return {
    ...settings,
    startTokens: input.startTokens ?? settings.startTokens,
    promptTokens: input.promptTokens ?? settings.promptTokens,
    entriesPerScope: input.entriesPerScope ?? settings.entriesPerScope,
    charactersPerScope: input.charactersPerScope ?? settings.charactersPerScope,
  }
}

function silenceOf(
  request: ContextRequest | Silence,
  settings: ContextSettings,
  now: Date,
): Silence {
  if (!settings.enabled) return 'switched-off'
  if (typeof request === 'string') return request
  const { events, prompt = '' } = request
  if (!events.some((event) => isOn(event, settings))) return 'switched-off'
  const saysLittle = events[0] === 'prompt' && !saysEnough(prompt, now)
  return saysLittle ? 'prompt-says-little' : 'nothing-fits'
}

async function toRequest(
  input: InputOf<'getContext'>,
  ports: PreviewPorts,
): Promise<ContextRequest | Silence> {
  const { prompt, source, agent } = input
  const event = input.event ?? (prompt === undefined ? 'session-start' : 'prompt')
  if (event === 'prompt' && prompt === undefined) {
    throw new ThroughlineError('invalid-input', 'give the prompt to preview')
  }
  const session = input.session === undefined ? undefined : await findSession(input.session, ports)
  const { capabilities } = ports.findHost(input.host ?? session?.host ?? 'claude-code')
  const folder = session?.cwd ?? input.folder
  if (session === undefined && input.project === undefined) {
    const here = await ports.projectOf(folder, { register: false })
    if (here.kind === 'missing') throw missingFolder(input)
  }
  const named = input.project === undefined ? undefined : await ports.findProject(input.project)
  const projectId = named?.id ?? session?.project?.id
  const findPlace = async (): Promise<CaptureLocation> => {
    const place = await ports.lookUp(folder)
    return place.kind === 'disabled' ? place : { ...place, ...(projectId && { projectId }) }
  }
  const { caller = {} } = ports
  const occasion = { event, source, session, prompt, agent, folder, caller }
  return buildRequest(occasion, capabilities, findPlace, ports)
}

async function findSession(
  reference: string,
  { history }: Pick<PreviewPorts, 'history'>,
): Promise<SessionSummary> {
  const id = await history.sessionId(reference)
  const [session] =
    id === undefined ? [] : await history.sessions({ ids: [id], limit: 1, offset: 0 })
  if (!session) throw missingSession(reference)
  return session
}
