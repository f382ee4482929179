import { expect, it } from 'vitest'
import type { SearchDocument } from '../../src/core/model/search-document.ts'
import { stepsOf } from './work.ts'

const scope = { scope: 'global', scopeId: '' } as const

function turn(id: string, at: string, fields: SearchDocument['fields']): SearchDocument {
  return { type: 'turn', id, scope, sessionId: id.slice(0, 2), position: 0, at, fields }
}

const asked = { askedAt: '2026-01-05', relevant: ['s1'] }

it('asks a question when everything older is stored and nothing newer', () => {
  const documents = [
    turn('s2#0', '2026-01-03', { body: 'new' }),
    turn('s1#0', '2026-01-01', { body: 'old' }),
  ]
  const questions = [{ ...asked, text: 'which?', before: '2026-01-02' }]

  const steps = stepsOf({ documents, questions }, false)

  expect(steps.map((step) => (step.kind === 'store' ? step.item.text : step.question))).toEqual([
    'old',
    'which?',
    'new',
  ])
})

it('asks questions without a moment at the end', () => {
  const documents = [turn('s1#0', '2026-01-01', { body: 'old' })]
  const questions = [
    { ...asked, text: 'late' },
    { ...asked, text: 'early', before: '2026-01-01' },
  ]

  const steps = stepsOf({ documents, questions }, false)

  expect(steps.map((step) => (step.kind === 'store' ? step.item.text : step.question))).toEqual([
    'early',
    'old',
    'late',
  ])
})

it('stores who spoke and which files, at most 1,400 characters, and nothing empty', () => {
  const documents = [
    turn('s1#0', '2026-01-01', { who: 'Ann', body: 'Hello' }),
    turn('s1#1', '2026-01-02', { title: 'Fix', files: ['a.ts', 'b.ts'] }),
    turn('s1#2', '2026-01-03', { body: 'x'.repeat(2_000) }),
    turn('s1#3', '2026-01-04', { body: ' ' }),
  ]

  const steps = stepsOf({ documents, questions: [] }, true)

  const items = steps.flatMap((step) => (step.kind === 'store' ? [step.item] : []))
  expect(items.map(({ text }) => text)).toEqual([
    'Ann: Hello',
    'Fix\nFiles: a.ts, b.ts',
    'x'.repeat(1_400),
  ])
  expect(items.map(({ answers }) => answers)).toEqual(['s1#0', 's1#1', 's1#2'])
})
