import { describe, expect, test } from 'vitest'
import { english } from './english/index.ts'
import { findEvidence, sumOf } from './evidence.ts'
import { readMessage } from './message.ts'

const evidence = (user: string, assistant = '') =>
  findEvidence(readMessage({ user, assistant }, undefined, english), english)
const found = (text: string, at = 0, answer = '') =>
  (evidence(text, answer)[at] ?? []).filter(([, amount]) => amount > 0).map(([name]) => name)
const weights = (text: string) => evidence(text).map((one) => sumOf(one, english.weights))

describe('evidence', () => {
  test('is what a sentence names, and where it stands', () => {
    expect(found('Our staging cluster runs on k3s. Add the retry.')).toEqual(
      expect.arrayContaining(['speaks of ours', 'names surroundings', 'comes before a task']),
    )
  })

  test('tells the task from its background', () => {
    const [background = 0, task = 0] = weights(
      'The gateway in our cluster listens on 8443. Please make the button a bit smaller for now.',
    )
    expect(background).toBeGreaterThan(0)
    expect(task).toBeLessThan(0)
  })

  test('is how the agent takes it, and what was said before', () => {
    const text = 'you edited the lock file. it is written by CI'
    expect(found(text, 1, 'Sorry, I restored it.')).toEqual(
      expect.arrayContaining(['comes after a reproach', 'the agent apologises']),
    )
  })

  test('has a weight for everything but the kind that is left over', () => {
    const names = (evidence('x y')[0] ?? []).map(([name]) => name)
    expect(names.filter((name) => english.weights[name] === undefined)).toEqual(['reads as a fact'])
  })
})
