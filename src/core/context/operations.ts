/** Shows what a host would be handed, without handing it to anybody. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { missingFolder, type ScopePorts } from '../memory/scope.ts'
import type { CapturePlace } from '../model/capture-place.ts'
import type { ContextRequest } from '../model/context.ts'
import type { HistoryReader, SessionSummary } from '../ports/history-reader.ts'
import type { HostProtocol } from '../ports/host.ts'
import { type ContextPorts, type ContextSettings, isOn, planContext } from './plan-context.ts'
import { type RecentFilesPorts, recentFiles } from './recent-files.ts'
import { isWorthAsking } from './worth-asking.ts'

export interface PreviewPorts
  extends Omit<ContextPorts, 'history'>,
    Omit<RecentFilesPorts, 'history' | 'search'>,
    Pick<ScopePorts, 'projectOf'> {
  readonly history: ContextPorts['history'] &
    RecentFilesPorts['history'] &
    Pick<HistoryReader, 'sessions'>
  readonly settings: () => ContextSettings
  /** Nothing is made known by looking. */
  readonly lookUp: (folder: string | undefined) => Promise<CapturePlace>
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
      const { text, tokens, lines, left, most } = request
        ? await planContext(request, ports, settings)
        : { text: '', tokens: 0, lines: [], left: [], most: { tokens: 0, bytes: 0 } }
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

/** What is asked for in place of a setting counts, and no setting is changed. */
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
  request: ContextRequest | undefined,
  settings: ContextSettings,
  now: Date,
): NonNullable<OutputOf<'getContext'>['silence']> {
  if (!request) return 'disabled-here'
  if (!isOn(request.event, settings)) return 'switched-off'
  const saysLittle = request.event === 'prompt' && !isWorthAsking(request.prompt ?? '', now)
  return saysLittle ? 'prompt-says-little' : 'nothing-fits'
}

/** @returns undefined where Throughline is switched off */
async function toRequest(
  input: InputOf<'getContext'>,
  ports: PreviewPorts,
): Promise<ContextRequest | undefined> {
  const event = input.event ?? (input.prompt === undefined ? 'session-start' : 'prompt')
  if (event === 'prompt' && input.prompt === undefined) {
    throw new ThroughlineError('invalid-input', 'a prompt is needed to see what it would bring')
  }
  const { capabilities } = ports.findHost(input.host)
  const session = input.session === undefined ? undefined : await findSession(input.session, ports)
  const folder = session?.cwd ?? input.folder
  if (session === undefined && input.project === undefined) {
    const here = await ports.projectOf(folder, { register: false })
    if (here.kind === 'missing') throw missingFolder(input)
  }
  const place = await ports.lookUp(folder)
  if (place.kind === 'disabled') return undefined
  const projectId =
    input.project === undefined
      ? (session?.project?.id ?? place.projectId)
      : (await ports.findProject(input.project)).id
  return {
    event,
    source: event === 'session-start' ? input.source : undefined,
    session,
    projectId,
    branch: place.branch,
    files: event === 'session-start' ? await recentFiles({ folder, projectId }, ports) : [],
    prompt: input.prompt,
    mostCharacters: capabilities.maxContextCharacters,
  }
}

async function findSession(
  reference: string,
  { history }: Pick<PreviewPorts, 'history'>,
): Promise<SessionSummary> {
  const id = await history.sessionId(reference)
  const [session] =
    id === undefined ? [] : await history.sessions({ ids: [id], limit: 1, offset: 0 })
  if (session) return session
  throw new ThroughlineError('not-found', `there is no session "${reference}"`, {
    hint: 'throughline sessions lists them',
  })
}
