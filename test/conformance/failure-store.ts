/** What every failure store does. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { NewFailure } from '../../src/core/ports/failure-store.ts'
import { createTestClock } from '../support/core/clock.ts'
import type { OpenStores, Stores } from './open-stores.ts'
import { at, createSamples } from './samples.ts'

export function describeFailureStore(name: string, open: OpenStores): void {
  describe(`the failure store of ${name}`, () => {
    let stores: Stores
    let samples: ReturnType<typeof createSamples>
    let second: number
    let project: string
    let elsewhere: string
    beforeEach(async () => {
      stores = await open(createTestClock())
      onTestFinished(() => stores.close())
      samples = createSamples(stores)
      second = 0
      const add = (identity: string) =>
        stores.projects.insert({ identity, name: identity, root: undefined })
      project = (await add('one')).id
      elsewhere = (await add('other')).id
    })

    const addSession = async (hostSessionId: string, projectId = project) =>
      (await samples.addSession({ hostSessionId, projectId })).id
    const addTool = async (sessionId: string, detail = {}, turnId?: string) =>
      (
        await samples.addToolEvent(sessionId, {
          second: ++second,
          detail: { toolUseId: `t${second}`, ...detail },
          ...(turnId && { turnId }),
        })
      ).id
    async function fail(sessionId: string, changes: Partial<NewFailure> = {}, turnId?: string) {
      const eventId = await addTool(sessionId, { outcome: 'failed' }, turnId)
      const failure = { eventId, sessionId, signatures: ['sig'], checks: [['test']], ...changes }
      await stores.transaction((tx) => tx.failures.put(failure))
      return eventId
    }
    async function pass(sessionId: string, keys = ['test'], printed: readonly string[] = []) {
      const eventId = await addTool(sessionId)
      const run = { eventId, sessionId, keys }
      await stores.transaction((tx) => tx.failures.pass(run, () => printed))
      return eventId
    }
    const resolved = (exceptSession?: string, signature = 'sig') =>
      stores.failures.resolved([signature], { projectId: project, exceptSession })

    test('finds failures that several sessions of a project had, and what became of them', async () => {
      const [one, two] = [await addSession('s1'), await addSession('s2')]
      await fail(one, { signatures: ['rare', 'sig'] })
      const again = await fail(two)
      await pass(two)
      await fail(await addSession('s3', elsewhere))
      await stores.injections.record({
        id: 'i1',
        session: { host: 'claude-code', hostSessionId: 's2' },
        ...{ projectId: project, event: 'failure', source: undefined, subject: 'sig' },
        ...{ at: at(9), tokens: 1, characters: 1, lines: [] },
      })
      const repeated = (projectId?: string, from = at(0)) =>
        stores.growth.repeatedFailures({ from, projectId, limit: 5 })
      expect(await repeated()).toMatchObject([
        {
          ...{ signature: 'sig', projectId: project, eventId: again },
          sessions: [
            { id: one, failures: 1, isAnswered: false, hasPassed: true },
            { id: two, failures: 1, isAnswered: true, hasPassed: true },
          ],
        },
      ])
      expect(await repeated(project)).toHaveLength(1)
      expect(await repeated(elsewhere)).toEqual([])
      expect(await repeated(undefined, '2999-01-01T00:00:00.000Z')).toEqual([])
    })

    test('finds a failure of the project once the same command passed', async () => {
      const session = await addSession('s1')
      const turn = await samples.addTurn(session)
      const failedId = await fail(session, {}, turn.id)
      expect(await resolved()).toEqual([])
      const passedId = await pass(session)
      expect(await resolved()).toEqual([
        {
          signature: 'sig',
          passedKey: 'test',
          failed: { eventId: failedId, sessionId: session, at: at(1), turn: 1 },
          passed: { eventId: passedId, sessionId: session, at: at(2), turn: undefined },
        },
      ])
      expect(await resolved(undefined, 'other')).toEqual([])
    })

    test('leaves out what the session itself failed or passed, and other projects', async () => {
      const [one, two] = [await addSession('s1'), await addSession('s2')]
      await fail(one)
      await pass(await addSession('s3', elsewhere))
      expect(await resolved()).toEqual([])
      await pass(two)
      expect(await resolved()).toHaveLength(1)
      expect(await resolved(one)).toEqual([])
      expect(await resolved(two)).toEqual([])
    })

    test('waits for every command of a line, each in its own or its wrapped form', async () => {
      const session = await addSession('s1')
      await fail(session, { checks: [['fmt'], ['wrapper test', 'test']] })
      await pass(session, ['fmt'])
      expect(await resolved()).toEqual([])
      await pass(session, ['test'])
      expect(await resolved()).toMatchObject([{ passedKey: 'test' }])
    })

    test('a complaint that a passing command prints too explains no failure', async () => {
      const session = await addSession('s1')
      await fail(session, { signatures: ['noise', 'sig'] })
      await pass(session, ['test'], ['noise'])
      expect(await resolved(undefined, 'noise')).toEqual([])
      expect(await resolved()).toHaveLength(1)
    })

    test('a run before the failure passes nothing, and storing it again forgets nothing', async () => {
      const session = await addSession('s1')
      const failed = { eventId: await addTool(session), sessionId: session }
      await pass(session)
      const failure = { ...failed, signatures: ['sig'], checks: [['test']] }
      await stores.transaction((tx) => tx.failures.put(failure))
      expect(await resolved()).toEqual([])
      await pass(session)
      await stores.transaction((tx) => tx.failures.put(failure))
      expect(await resolved()).toHaveLength(1)
    })

    test('names the files that were changed in between, the last first', async () => {
      const session = await addSession('s1')
      const edit = (file: string, outcome = 'ok') =>
        addTool(session, { toolName: 'Edit', input: { file_path: `/w/a/${file}` }, outcome })
      await edit('before.ts')
      await fail(session)
      await edit('one.ts')
      await edit('broken.ts', 'failed')
      await edit('two.ts')
      await edit('one.ts')
      await pass(session)
      await edit('after.ts')
      const [failure] = await resolved()
      if (!failure) throw new Error('nothing resolved')
      const { files } = await stores.failures.stepsAfter(failure, 'passed')
      expect(files).toEqual(['one.ts', 'two.ts'])
    })

    const ran = (sessionId: string, command: string) =>
      addTool(sessionId, { toolName: 'Bash', input: { command }, outcome: 'ok' })

    test('it names the commands, the last first', async () => {
      const session = await addSession('s1')
      await ran(session, 'make before')
      await fail(session)
      await ran(session, 'make deps')
      await ran(session, 'make gen')
      await pass(session)
      const [failure] = await resolved()
      if (!failure) throw new Error('nothing resolved')
      const { files, commands } = await stores.failures.stepsAfter(failure, 'gone')
      expect(files).toEqual([])
      expect(commands.slice(-2)).toEqual(['make gen', 'make deps'])
    })

    test('tells what was done until the complaint was gone from what was done until the pass', async () => {
      const session = await addSession('s1')
      await fail(session)
      await ran(session, 'make deps')
      await fail(session, { signatures: ['other'] })
      await ran(session, 'make gen')
      await pass(session)
      const [failure] = await resolved()
      if (!failure) throw new Error('nothing resolved')
      const until = async (end: 'gone' | 'passed') =>
        (await stores.failures.stepsAfter(failure, end)).commands
      expect(await until('gone')).toContain('make deps')
      expect(await until('gone')).not.toContain('make gen')
      expect(await until('passed')).toContain('make gen')
    })

    test('lists what the session has not passed yet', async () => {
      const session = await addSession('s1')
      await fail(session, { signatures: ['old'] })
      await pass(session)
      await fail(session, { signatures: ['a', 'b'] })
      expect(await stores.failures.unresolved(session, at(0))).toEqual([
        { signature: 'a', at: at(3) },
        { signature: 'b', at: at(3) },
      ])
      expect(await stores.failures.unresolved(session, at(4))).toEqual([])
    })

    test('a deleted session takes its failures along', async () => {
      const session = await addSession('s1')
      await fail(session)
      await pass(session)
      await stores.deletion.deleteSlice({ sessionId: session, turnId: undefined }, 100)
      expect(await resolved()).toEqual([])
    })

    test('can be cleared and filled again', async () => {
      const session = await addSession('s1')
      await fail(session)
      await pass(session)
      await stores.transaction((tx) => tx.failures.clear())
      expect(await resolved()).toEqual([])
    })
  })
}
