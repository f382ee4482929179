import { describe, expect, test } from 'vitest'
import { ownWords } from '../provenance/prompt-parts.ts'
import { headlineOf } from './headline.ts'

const headline = (prompt: string) => headlineOf(prompt, ownWords(prompt))

describe('what a prompt asks for, in one line', () => {
  test.each([
    ['fix the rounding of invoice totals', 'Fix the rounding of invoice totals'],
    ['Ok, can you please rename the exporter to ledger?', 'Rename the exporter to ledger'],
    ["great! let's also drop the old queue table", 'Drop the old queue table'],
    ['I want you to plan removing the retry loop.', 'Plan removing the retry loop'],
    ['How does caching of thumbnails work?', 'How does caching of thumbnails work?'],
    ['review PR 412', 'Review PR 412'],
    ['请修复登录页面的错误', '请修复登录页面的错误'],
  ])('%s', (prompt, expected) => {
    expect(headline(prompt)).toBe(expected)
  })

  test('the request counts, not the description before it', () => {
    const prompt = '`ledger.ts` is far too long. Move the currency code into its own module.'
    expect(headline(prompt)).toBe('Move the currency code into its own module')
  })

  test('a request that leans on what was said before it does not', () => {
    const prompt = 'We renamed the importer to loader last week. Please update the docs for this.'
    expect(headline(prompt)).toBe('We renamed the importer to loader last week')
    expect(headline('Totals of refunds are negative. Find out why.')).toBe(
      'Totals of refunds are negative',
    )
  })

  test('a plan is called by its own heading', () => {
    const plan = '# Plan: Retry failed uploads\n\n## Context\n\nUploads fail on flaky networks.'
    expect(headline(`Implement the following plan:\n\n${plan}`)).toBe('Retry failed uploads')
    expect(headline(plan)).toBe('Retry failed uploads')
  })

  test('code in a heading keeps its spelling', () => {
    expect(headline('Implement this plan:\n\n# Plan: `ledger sync` command')).toBe(
      'ledger sync command',
    )
  })

  test.each([
    'continue',
    'yes, do it',
    'Implement the plan.',
    'commit this and push',
    '/review-comments',
    'still failing',
    '1',
    '',
    'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect (node:net:1555:16)',
    '<task-notification><status>completed</status></task-notification>',
  ])('«%s» says nothing of the work', (prompt) => {
    expect(headline(prompt)).toBeUndefined()
  })

  test('the name of a command goes, what was typed after it stays', () => {
    expect(headline('/plan why are totals of refunds negative')).toBe(
      'Why are totals of refunds negative',
    )
  })

  test('a file picked before the request goes, and links read as their labels', () => {
    expect(headline('@src/ledger.ts split the currency helpers out')).toBe(
      'Split the currency helpers out',
    )
    expect(headline('Move the totals of [cart.ts](src/shop/cart.ts) into a worker')).toBe(
      'Move the totals of cart.ts into a worker',
    )
  })

  test('addresses are named by what they lead to', () => {
    expect(headline('look into https://git.example/acme/shop/pull/412 and its flaky upload')).toBe(
      'Look into PR #412 and its flaky upload',
    )
  })

  test('a long sentence ends at a clause', () => {
    const prompt =
      'Add a banner to the checkout that warns about expiring cards, so that people renew them before the subscription lapses and support is flooded.'
    expect(headline(prompt)).toBe('Add a banner to the checkout that warns about expiring cards')
  })

  test('of a long run-on the part that asks is taken', () => {
    const prompt =
      'we have the export from the old shop in data/export.csv and the new schema is in place since Monday, i want you to import the customers without their addresses'
    expect(headline(prompt)).toBe('Import the customers without their addresses')
  })

  test('a line that a terminal wrapped is read whole', () => {
    expect(headline('Replace the hand-written parser with\nthe one of the shared library')).toBe(
      'Replace the hand-written parser with the one of the shared library',
    )
  })
})
