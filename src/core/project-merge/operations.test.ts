import { beforeEach, describe, expect, test } from 'vitest'
import { type Capture, openCapture } from '../../../test/support/core/capture.ts'
import { refusal } from '../../../test/support/core/memory-operations.ts'
import { operationsOn } from '../../../test/support/core/operations.ts'
import { type OperationHandlers, operations } from '../../contract/operations/index.ts'

let capture: Capture
let handlers: OperationHandlers
let from: string
let into: string
/** Where the next event happens. */
let here: string

beforeEach(async () => {
  capture = await openCapture({ placeOf: async () => ({ kind: 'enabled', projectId: here }) })
  handlers = operationsOn(capture, {
    projectOf: async (folder = '') => ({ kind: 'project', id: folder }),
  })
  from = await addProject('gadgets')
  into = await addProject('widgets')
})

async function addProject(name: string, identity = `github.com/acme/${name}`): Promise<string> {
  return (await capture.store.projects.insert({ identity, name, root: `/w/${name}` })).id
}
/** Each thing that is done takes a second. */
const next = <T>(work: () => Promise<T>): Promise<T> => {
  capture.clock.advance(1_000)
  return work()
}
const merge = (source = from, target = into) =>
  next(() => handlers.mergeProjects({ from: source, into: target }))
const unmerge = (project?: string) => next(() => handlers.unmergeProject({ project }))

const remember = async (content: string, folder: string, others: object = {}) => {
  const input = operations.storeMemory.input.parse({ content, folder, ...others })
  return (await next(() => handlers.storeMemory(input))).memory.id
}
const said = async (project: string) => {
  const input = operations.listMemories.input.parse({ project, scope: 'project' })
  return (await handlers.listMemories(input)).memories.map(({ content }) => content).sort()
}
const recall = async (query: string, folder: string) =>
  (await handlers.recall(operations.recall.input.parse({ query, folder }))).hits
const found = async (query: string, folder: string) => (await recall(query, folder)).length
const memory = (id: string) => capture.store.memories.find(id)

async function work(sessionId: string, project: string, prompt: string): Promise<void> {
  here = project
  const turn = { session_id: sessionId, prompt_id: `${sessionId}-1` }
  await capture.take('UserPromptSubmit', { ...turn, prompt })
  await capture.take('Stop', { ...turn, last_assistant_message: 'Done.' })
}
const projectOf = async (session: string) =>
  (await handlers.getSession({ id: session })).project?.name

describe('taking a project out again', () => {
  test('gives it back its sessions, memories and identities, to be found there alone', async () => {
    await work('s1', from, 'Why does the zebrafish importer fail?')
    await remember('Gadgets are painted green', from)
    await remember('Widgets are painted blue', into)
    const before = await handlers.getProject({ project: from })
    await merge()
    expect(await found('zebrafish', into)).toBeGreaterThan(0)
    expect(await unmerge(from)).toEqual({ project: before, left: [] })
    expect([await said(from), await said(into)]).toEqual([
      ['Gadgets are painted green'],
      ['Widgets are painted blue'],
    ])
    expect(await projectOf('s1')).toBe('gadgets')
    expect(await found('zebrafish', from)).toBeGreaterThan(0)
    expect(await found('zebrafish', into)).toBe(0)
    expect(JSON.stringify(await recall('painted green', into))).not.toContain('Gadgets')
    expect(await handlers.getProject({ project: into })).toMatchObject({ aliases: [], merged: [] })
  })

  test('leaves later sessions and memories with the other project', async () => {
    await work('s1', from, 'First')
    await merge()
    await work('s2', into, 'Second')
    await remember('Learned together', into)
    await unmerge()
    expect([await projectOf('s1'), await projectOf('s2')]).toEqual(['gadgets', 'widgets'])
    expect([await said(from), await said(into)]).toEqual([[], ['Learned together']])
  })

  test('restores keys and statements that the merge replaced', async () => {
    await remember('Port 4000', into, { key: 'port' })
    await remember('Tests run with vitest', into)
    const keyed = await remember('Port 5000', from, { key: 'port' })
    const twin = await remember('Tests run with vitest', from)
    await merge()
    expect(await memory(keyed)).toMatchObject({ key: undefined })
    expect(await memory(twin)).toMatchObject({ validTo: expect.any(String) })
    await unmerge()
    expect(await memory(keyed)).toMatchObject({ scopeId: from, key: 'port', validTo: undefined })
    expect(await memory(twin)).toMatchObject({ scopeId: from, validTo: undefined })
    expect(await said(from)).toEqual(['Port 5000', 'Tests run with vitest'])
    expect(await said(into)).toEqual(['Port 4000', 'Tests run with vitest'])
  })

  test('gives back what gave way even after the other statement was forgotten', async () => {
    const other = await remember('Tests run with vitest', into)
    await remember('Tests run with vitest', from)
    await merge()
    const forget = operations.forgetMemory.input.parse({ id: other })
    await next(() => handlers.forgetMemory(forget))
    await unmerge()
    expect([await said(from), await said(into)]).toEqual([['Tests run with vitest'], []])
  })

  test('restores memories superseded since by one that stays, and keeps corrections', async () => {
    const replaced = await remember('Port 5000', from)
    const corrected = await remember('Green gadgets', from)
    await merge()
    await remember('Port 6000', into, { supersedes: replaced })
    const correction = { id: corrected, content: 'Greenish gadgets' }
    await next(() => handlers.updateMemory(operations.updateMemory.input.parse(correction)))
    await unmerge()
    expect(await said(from)).toEqual(['Greenish gadgets', 'Port 5000'])
    expect(await said(into)).toEqual(['Port 6000'])
  })

  test('leaves the other project what one that goes had taken the place of since', async () => {
    const goes = await remember('Port 5000', from)
    const stays = await remember('Port 4000', into)
    await merge()
    await next(() =>
      capture.store.transaction(({ memories: tx }) =>
        tx.update(stays, { supersededBy: goes }, capture.clock.now().toISOString()),
      ),
    )
    await unmerge()
    expect([await said(from), await said(into)]).toEqual([['Port 5000'], ['Port 4000']])
  })

  test('leaves a key that another memory of the project took since, and says so', async () => {
    const taken = await remember('Port 4000', into, { key: 'port' })
    const keyed = await remember('Port 5000', from, { key: 'port' })
    const heir = await remember('Port 7000', from)
    await merge()
    await next(() =>
      capture.store.transaction(async ({ memories: tx }) => {
        const at = capture.clock.now().toISOString()
        await tx.update(taken, { key: null }, at)
        await tx.update(heir, { key: 'port' }, at)
      }),
    )
    expect((await unmerge()).left).toEqual([
      { id: keyed, reason: `memory "${heir}" has its key "port" by now` },
    ])
    expect(await memory(keyed)).toMatchObject({ scopeId: from, key: undefined })
  })

  test('goes back step by step, the last one first by default', async () => {
    const shop = await addProject('shop')
    await remember('Gadgets are painted green', from)
    await merge()
    await merge(into, shop)
    expect((await unmerge()).project.name).toBe('widgets')
    expect((await unmerge()).project.name).toBe('gadgets')
    expect(await said(from)).toEqual(['Gadgets are painted green'])
    expect(await refusal(unmerge())).toMatchObject({ code: 'not-found' })
  })

  test('can be merged and taken out time and again', async () => {
    await remember('Tests run with vitest', from, { key: 'tests' })
    await remember('Tests run with jest', into, { key: 'tests' })
    for (let round = 0; round < 3; round++) {
      await merge()
      await unmerge('gadgets')
    }
    expect(await said(from)).toEqual(['Tests run with vitest'])
    expect(
      (await capture.store.memories.findByKey({ scope: 'project', scopeId: from }, 'tests'))
        ?.content,
    ).toBe('Tests run with vitest')
  })
})

describe('what was said of a project that just became part of another', () => {
  test('is remembered of that one', async () => {
    await merge()
    await remember('Said in time', from)
    expect(await said(into)).toEqual(['Said in time'])
  })

  test('is captured there, and not set aside', async () => {
    await merge()
    await work('s1', from, 'Still in the old place')
    expect(await projectOf('s1')).toBe('widgets')
    expect((await handlers.getStatus({})).spool.rejected).toBe(0)
  })
})

describe('a merge stays', () => {
  test('while the other project is itself part of another', async () => {
    await merge()
    await merge(into, await addProject('shop'))
    expect(await refusal(unmerge('gadgets'))).toMatchObject({
      code: 'conflict',
      message: '"gadgets" cannot be unmerged: "widgets" was merged into another project since',
      hint: `throughline projects unmerge ${into}`,
    })
  })

  test.each([
    ['the other project', () => into],
    ['a third one', () => addProject('shop')],
  ])('while %s has its identity', async (_, owner) => {
    await merge()
    const identity = 'github.com/acme/gadgets'
    const { id, name } = await handlers.getProject({ project: await owner() })
    await capture.store.projects.changeIdentity(id, identity)
    expect(await refusal(unmerge('gadgets'))).toMatchObject({
      message: `"gadgets" cannot be unmerged: ${identity} now identifies project "${name}"`,
      hint: `throughline projects move ${id} IDENTITY`,
    })
    await handlers.moveProject({ project: id, identity: 'github.com/acme/new' })
    expect((await unmerge('gadgets')).project).toMatchObject({ id: from, identity })
    expect((await handlers.getProject({ project: identity })).id).toBe(from)
  })

  test('until a consolidation of memories of both is undone', async () => {
    const own = await remember('The staging server listens on port 4000', from)
    const other = await remember('Staging is served on port 4000', into)
    await merge()
    const mergeBy = { from: own, into: other, content: undefined }
    const { id } = await next(() => handlers.mergeMemories(mergeBy))
    expect(await refusal(unmerge())).toMatchObject({
      code: 'conflict',
      message: '"gadgets" cannot be unmerged: memories of both were consolidated since',
      hint: `throughline consolidate undo ${id}`,
    })
    await next(() => handlers.undoConsolidation({ id }))
    await unmerge()
    expect(await said(from)).toEqual(['The staging server listens on port 4000'])
    expect(await said(into)).toEqual(['Staging is served on port 4000'])
  })

  test('until a merge of memories of both in review is undone', async () => {
    await remember('The staging server listens on port 4000', from)
    await remember('The staging server listens on port 4000 in Frankfurt', into)
    await merge()
    const { items } = await handlers.listReview(operations.listReview.input.parse({}))
    const key = items[0]?.key ?? ''
    const decision = operations.decideReview.input.parse({ key, decision: 'merge' })
    await next(() => handlers.decideReview(decision))
    expect(await refusal(unmerge())).toMatchObject({
      message: '"gadgets" cannot be unmerged: memories of both were merged in review since',
      hint: `throughline review undo ${key}`,
    })
    await next(() => handlers.undoReview({ key }))
    expect((await unmerge()).left).toEqual([])
  })

  test('no longer than that: a consolidation among its own memories is no obstacle', async () => {
    const one = await remember('The staging server listens on port 4000', from)
    const other = await remember('Staging is served on port 4000', from)
    await merge()
    await next(() => handlers.mergeMemories({ from: one, into: other, content: undefined }))
    await unmerge()
    expect(await said(from)).toEqual(['Staging is served on port 4000'])
  })

  test('when it is not known which is meant', async () => {
    const namesake = await addProject('gadgets', 'github.com/other/gadgets')
    await merge()
    await merge(namesake, into)
    expect(await refusal(unmerge('gadgets'))).toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('github.com/other/gadgets'),
    })
    expect(await refusal(unmerge('widgets'))).toMatchObject({
      code: 'not-found',
      message: 'no project "widgets" was merged into another',
    })
    expect((await unmerge('github.com/acme/gadgets')).project.id).toBe(from)
  })
})
