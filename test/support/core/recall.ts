/** The operations of recall over sessions and memories that a test makes. */
import { operations } from '../../../src/contract/operations/index.ts'
import { openCapture } from './capture.ts'
import { operationsOn } from './operations.ts'

export type RecallWorld = Awaited<ReturnType<typeof openRecall>>

export async function openRecall() {
  /** The project in which sessions work, and where questions are asked. */
  const place: { here: string | undefined } = { here: undefined }
  const capture = await openCapture({
    placeOf: async () => ({
      kind: 'enabled',
      ...(place.here !== undefined && { projectId: place.here }),
    }),
  })
  const handlers = operationsOn(capture, {
    projectOf: async (folder) =>
      folder === undefined ? { kind: 'none' } : { kind: 'project', id: folder },
  })

  async function addProject(identity: string): Promise<string> {
    const project = { identity, name: identity, root: undefined }
    return (await capture.store.projects.insert(project)).id
  }
  place.here = await addProject('github.com/acme/widgets')

  return Object.assign(place, {
    ...{ capture, handlers, addProject },
    remember: (content: string, folder: string | undefined, others: object = {}) =>
      handlers.storeMemory(operations.storeMemory.input.parse({ content, folder, ...others })),
    async find(query: string, folder = place.here, others: object = {}) {
      const { hits } = await handlers.recall(
        operations.recall.input.parse({ query, folder, ...others }),
      )
      return hits
    },
    /** A turn that edits a file. */
    async work(sessionId: string, prompt: string, answer: string): Promise<void> {
      const turn = { session_id: sessionId, prompt_id: `${sessionId}-1` }
      await capture.take('UserPromptSubmit', { ...turn, prompt })
      await capture.take('PostToolUse', {
        ...turn,
        tool_name: 'Edit',
        tool_use_id: `${sessionId}-tool`,
        tool_input: { file_path: '/home/dev/app/src/checkout/price.ts', new_string: 'round' },
        tool_response: { ok: true },
      })
      await capture.take('Stop', { ...turn, last_assistant_message: answer })
    },
  })
}
