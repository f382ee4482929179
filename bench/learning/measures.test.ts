import { describe, expect, test } from 'vitest'
import {
  ask,
  candidate,
  item,
  memory,
  replay,
  session,
  turn,
} from '../real-sessions/sample-sessions.ts'
import { measure, measureMoments } from './measures.ts'

const port = item({ n: 1, must: [/8080/] })
const style = item({ n: 2, must: [/tabs/i] })
const colour = item({ n: 3, grade: 'may', must: [/blue/i] })

describe('memories', () => {
  const labelled = session('one', { items: [port, style, colour] })

  test('are precise by the share that matches an item of either grade', () => {
    const memories = [memory('Port 8080'), memory('Blue buttons'), memory('Thanks a lot')]
    expect(measure([replay([labelled], { memories })])).toMatchObject({
      'told.precision': 2 / 3,
      'kept.precision': 2 / 3,
    })
  })

  test('recall the items that must be kept, each counted once', () => {
    const memories = [memory('Port 8080'), memory('It is 8080'), memory('Blue buttons')]
    expect(measure([replay([labelled], { memories })])['told.recall']).toBe(0.5)
  })

  test('are said twice if two are about one item in about the same words', () => {
    const same = ['The staging port is 8080', 'The port of staging is 8080'].map((text) =>
      memory(text),
    )
    const memories = [...same, memory('Nginx forwards to 8080'), memory('Tabs')]
    expect(measure([replay([labelled], { memories })]).twice).toBe(0.5)
  })

  test('that are candidates count as kept but not as told', () => {
    const memories = [memory('Thanks a lot'), candidate('Port 8080'), candidate('Tabs')]
    expect(measure([replay([labelled], { memories })])).toMatchObject({
      'told.precision': 0,
      'told.recall': 0,
      'kept.precision': 2 / 3,
      'kept.recall': 1,
    })
  })

  test('match only items of their own source', () => {
    const other = session('two', { items: [item({ must: [/redis/i] })] })
    const figures = measure([
      replay([labelled], { memories: [memory('Redis is the cache')] }),
      replay([other], { memories: [] }),
    ])
    expect(figures).toMatchObject({ 'told.precision': 0, 'told.recall': 0 })
  })

  test('are told or kept traps by the share of traps they repeat', () => {
    const traps = ['Run it again', 'Looks good to me', 'What is this?', 'Maybe a race'].map(
      (text) => ({ turn: 1, text, class: 'task' }),
    )
    const memories = [memory('run it again'), candidate('looks good to me')]
    expect(measure([replay([session('one', { traps })], { memories })])).toMatchObject({
      'trap.told': 0.25,
      'trap.kept': 0.5,
    })
  })

  test('have no precision when there are none', () => {
    const figures = measure([replay([labelled])])
    expect(figures).toMatchObject({ 'told.precision': undefined, 'told.recall': 0 })
  })
})

describe('asks', () => {
  const turns = [turn('One'), turn('Two'), turn('Plan', { auto: true }), turn('Four'), turn('Five')]
  const labelled = session('one', {
    turns,
    items: [
      item({ n: 1, turns: [1, 2] }),
      item({ n: 2, turns: [5] }),
      item({ n: 3, grade: 'may', turns: [4] }),
    ],
  })

  test('are counted per prompt that a human typed', () => {
    expect(measure([replay([labelled], { asks: [ask('one', 2)] })])['ask.rate']).toBe(0.25)
  })

  test('are precise by the share at a turn of an item that must be kept', () => {
    const asks = [ask('one', 1), ask('one', 2), ask('one', 3), ask('one', 4)]
    expect(measure([replay([labelled], { asks })])['ask.precision']).toBe(0.5)
  })

  test('cover an item once, at whichever of its turns', () => {
    const asks = [ask('one', 1), ask('one', 2), ask('one', 4)]
    expect(measure([replay([labelled], { asks })])['ask.coverage']).toBe(0.5)
  })

  test('are counted by the moment they were made at', () => {
    const asks = [ask('one', 1), ask('one', 4), { ...ask('one', 5), moment: 'compacted' }]
    expect(measureMoments([replay([labelled], { asks })])).toEqual({
      prompt: { asks: 2, precision: 0.5 },
      compacted: { asks: 1, precision: 1 },
    })
  })

  test('end with the sixth of a session if the agent never answers', () => {
    const asks = [3, 4, 1, 2, 2, 2, 5].map((number) => ask('one', number))
    expect(measure([replay([labelled], { asks })])).toMatchObject({
      'ask.coverage': 1,
      'ask.coverage.unanswered': 0.5,
    })
  })

  test('of another session cover nothing here', () => {
    const sessions = [labelled, session('two')]
    expect(measure([replay(sessions, { asks: [ask('two', 1)] })])).toMatchObject({
      'ask.precision': 0,
      'ask.coverage': 0,
    })
  })
})

describe('the start of a session', () => {
  const first = session('first', { items: [port, style] })
  const second = session('second')
  const third = session('third')
  const start = (id: string, ...lines: string[]) => ({ session: id, lines, tokens: 100 })

  test('is measured for all sessions but the first of a source', () => {
    const starts = [start('first', 'a', 'b', 'c'), start('second', 'a'), start('third')]
    expect(measure([replay([first, second, third], { starts })])).toMatchObject({
      'start.lines': 0.5,
      'start.tokens': 100,
    })
  })
})
