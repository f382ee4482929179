import { beforeEach, describe, expect, test } from 'vitest'
import { openRecall, type RecallWorld } from '../../../test/support/core/recall.ts'
import { tokenise } from '../text/tokenise.ts'
import { findPassage } from './describe-hits.ts'

test('shows the sentence that matches and what follows it', () => {
  const answer = 'I looked around.\n\nThe **total** was rounded twice. Now it is rounded once.'
  expect(findPassage(answer, ['round'])).toBe(
    'The total was rounded twice. Now it is rounded once.',
  )
})

test('shows the beginning when no term is in it, without markup of the host', () => {
  const prompt = '<system-reminder>Be brief.</system-reminder>\nFix the total.'
  expect(findPassage(prompt, ['absent'])).toBe('Fix the total.')
})

test('shows a line of code or a log when only that matches', () => {
  const prompt = 'What is this?\n```\nError: listen EADDRINUSE :::8080\n```'
  expect(findPassage(prompt, tokenise('EADDRINUSE'))).toBe('Error: listen EADDRINUSE :::8080')
})

test('is one line of bounded length, even from the end of a long text', () => {
  const long = `${'Some words are said here. '.repeat(3_000)}\nAt last the gasket fits.`
  expect(findPassage(long, ['gasket'])).toBe('At last the gasket fits.')
  expect(findPassage('word '.repeat(200), [])).toHaveLength(240)
  expect(findPassage('', ['a'])).toBe('')
})

test('shows a memory whole, on one line, up to 400 characters', async () => {
  const world = await openRecall()
  const shown = async (content: string) => {
    await world.remember(content, world.here)
    return (await world.find(content.slice(0, 60)))[0]?.text
  }
  const gaskets = `Gaskets are cork.\n${'They are cut by hand. '.repeat(16)}`.trim()
  expect(await shown(gaskets)).toBe(gaskets.replace('\n', ' '))
  const valves = await shown(`Valves are brass. ${'They are turned twice. '.repeat(40)}`)
  expect(valves).toHaveLength(400)
  expect(valves).toMatch(/^Valves are brass\. .*…$/)
})

describe('outdated', () => {
  let world: RecallWorld
  beforeEach(async () => {
    world = await openRecall()
  })

  describe('recall of outdated memories', () => {
    async function learn(prompt: string, content: string, others: object = {}) {
      await world.work(`s-${prompt.length}`, prompt, 'Noted.')
      const turn = (await world.find(prompt, world.here, { types: 'turn' })).find(
        ({ text }) => text === prompt,
      )
      const sources = [{ type: 'turn', ref: turn?.id ?? '' }]
      return (await world.remember(content, world.here, { ...others, sources })).memory.id
    }
    const outdatedOf = async (query: string, others: object = {}) =>
      (await world.find(query, world.here, others)).map(({ text, outdated }) => [
        text,
        outdated?.text,
      ])
    const old = 'The API listens on port 8080 in staging'
    const now = 'The API listens on port 9090 in staging'

    test('a turn says what superseded it; the later turn does not', async () => {
      const id = await learn(old, old)
      await learn(`By the way: ${now}`, now, { supersedes: id })
      expect(await outdatedOf('API port staging', { types: 'turn' })).toEqual(
        expect.arrayContaining([
          [old, now],
          [`By the way: ${now}`, undefined],
        ]),
      )
    })

    test('a turn says what its memory was changed into', async () => {
      await learn(old, old, { key: 'api-port' })
      await learn(`By the way: ${now}`, now, { key: 'api-port' })
      expect(await outdatedOf('API port staging', { types: 'turn' })).toEqual(
        expect.arrayContaining([
          [old, now],
          [`By the way: ${now}`, undefined],
        ]),
      )
    })

    test('a turn says that it was fixed', async () => {
      const id = await learn('The importer loses the last line', 'The importer loses a line')
      await world.remember('The importer now flushes at the end', world.here, {
        kind: 'fix',
        supersedes: id,
      })
      const [hit] = await world.find('importer loses', world.here, { types: 'turn' })
      expect(hit?.outdated).toMatchObject({ how: 'fixed', text: expect.stringMatching('flushes') })
    })

    test('a former memory says what took its place', async () => {
      const { memory } = await world.remember(old, world.here)
      const asOf = world.capture.clock.now().toISOString()
      world.capture.clock.advance(60_000)
      await world.remember(now, world.here, { supersedes: memory.id })
      expect(await outdatedOf('API port', { asOf })).toEqual([[old, now]])
    })

    test('it reveals nothing from another scope', async () => {
      const reviewer = { scope: 'agent', agent: 'reviewer' }
      const id = await learn(old, old, reviewer)
      await world.remember(now, world.here, { ...reviewer, supersedes: id })
      const found = await world.find('API port staging', world.here, { types: 'turn' })
      expect(found.map(({ outdated }) => outdated)).toEqual([undefined])
    })
  })
})
