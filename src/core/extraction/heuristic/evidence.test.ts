import { describe, expect, test } from 'vitest'
import { english } from './english/index.ts'
import { findEvidence, weighLines } from './evidence.ts'
import { ownLines } from './own-lines.ts'

const found = (text: string, at = 0) =>
  (findEvidence(ownLines(text, english), english)[at] ?? [])
    .filter(([, amount]) => amount > 0)
    .map(([name]) => name)
const weights = (text: string) => weighLines(ownLines(text, english), english)

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

  test('has a weight for everything but the kind that is left over', () => {
    const names = (findEvidence(ownLines('x y', english), english)[0] ?? []).map(([name]) => name)
    expect(names.filter((name) => english.weights[name] === undefined)).toEqual(['reads as a fact'])
  })
})
