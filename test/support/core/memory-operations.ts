/** Memory operations, called as every surface calls them, with made-up projects. */
import { runMemoryChecks } from '../../../src/adapters/filesystem/run-checks.ts'
import { readBranchStates } from '../../../src/adapters/git/branches.ts'
import { ThroughlineError } from '../../../src/contract/errors.ts'
import type { InputOf, OutputOf } from '../../../src/contract/operations/index.ts'
import { memoryOperations } from '../../../src/contract/operations/memories.ts'
import { parseInput } from '../../../src/contract/parse-input.ts'
import { createMemoryOperations } from '../../../src/core/memory/operations.ts'
import type { ScopePorts } from '../../../src/core/memory/scope.ts'
import { openMemories } from './memories.ts'

export type MemoryOperations = Awaited<ReturnType<typeof openMemoryOperations>>

export async function openMemoryOperations() {
  const memories = await openMemories()
  const registered: string[] = []
  const handlers = createMemoryOperations({
    ...memories,
    ...memories.ports,
    ...places(registered),
    headOf: async () => undefined,
    readBranchStates,
    runMemoryChecks,
  })

  /** As every surface does: parses the input and passes the output through JSON. */
  async function call<Name extends keyof typeof memoryOperations>(
    name: Name,
    input: Record<string, unknown> = {},
  ): Promise<OutputOf<Name>> {
    memories.clock.advance(1_000)
    const { input: schema, output } = memoryOperations[name]
    const handler = handlers[name] as (input: InputOf<Name>) => Promise<OutputOf<Name>>
    const result = await handler(parseInput(schema, input) as InputOf<Name>)
    return output.strict().parse(JSON.parse(JSON.stringify(result))) as OutputOf<Name>
  }

  return {
    memories,
    /** Names of the projects that a call has registered. */
    registered,
    call,
    store: async (content: string, input: Record<string, unknown> = {}) =>
      (await call('storeMemory', { content, scope: 'global', ...input })).memory,
    contents: async (input: Record<string, unknown>) =>
      (await call('listMemories', input)).memories.map(({ content }) => content),
  }
}

export async function refusal(work: Promise<unknown>): Promise<ThroughlineError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ThroughlineError) return error
  throw new Error(`expected a refusal, got ${String(error)}`)
}

/** Folders `/w/NAME` are projects, `/off` is disabled, others are no projects. */
function places(registered: string[]): Omit<ScopePorts, 'redactor'> {
  const projects = ['a', 'b']
  return {
    async findProject(reference) {
      if (projects.includes(reference)) return { id: `project-${reference}` }
      throw new ThroughlineError('not-found', `there is no project "${reference}"`)
    },
    async projectOf(folder, { register }) {
      if (folder === '/off') return { kind: 'disabled' }
      const name = folder?.match(/^\/w\/(\w+)$/)?.[1]
      if (name === undefined) return { kind: 'none' }
      if (register) registered.push(name)
      return { kind: 'project', id: `project-${name}` }
    },
    findSession: async (reference) =>
      reference.startsWith('s') ? { id: `session-${reference}` } : undefined,
    isSharedSession: async (name) => name === 'team-1',
  }
}
