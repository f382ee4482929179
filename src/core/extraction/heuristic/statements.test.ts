import { describe, expect, test } from 'vitest'
import { english } from './english/index.ts'
import { readMessage } from './message.ts'
import { findStatements } from './statements.ts'

const statements = (user: string, assistant = '') =>
  findStatements(readMessage({ user, assistant }, undefined, english), english)
const kinds = (user: string, assistant = '') => statements(user, assistant).map(({ kind }) => kind)

describe('a person states', () => {
  test.each([
    ['preference', "I'd rather have small commits, I find big ones hard to read."],
    ['preference', 'please stop adding comments to obvious code'],
    ['rule', 'Never push to main directly, it deploys by itself.'],
    ['rule', 'every migration needs a rollback script in this repo'],
    ['decision', "We're going with SQLite because there is no server to run."],
    ['decision', 'we moved from Jest to Vitest last month, it starts faster'],
    ['fact', 'Our staging cluster is in eu-west-1 and only reachable over the VPN.'],
    ['fact', "fyi I'm on NixOS, so no apt-get"],
    ['procedure', 'after you change the schema you have to run `make gen`'],
    ['workaround', 'until upstream fixes the bug in 3.2 we pin it to 3.1.4'],
    ['reference', 'The runbook for on-call lives at https://wiki.example.com/oncall.'],
    ['correction', 'no, staging is in eu-west-1, not us-east-1'],
  ])('a %s: %s', (kind, text) => {
    expect(kinds(text)).toEqual([kind])
  })
})

describe('nothing lasting is stated by', () => {
  test.each([
    ['a question', 'Should we always use UTC in the database?'],
    ['a supposition', 'If we ever decided to drop IE11, what could go?'],
    ['a request', 'Use a map instead of an array here.'],
    ['a wish for the work in hand', 'We need to handle the case where the token is expired.'],
    ['a passing state', "Staging is down right now, so don't call the API."],
    ['a quotation', 'The post says "we decided to never write tests", is that wise?'],
    ['hearsay', 'The intern says to never use floats for money.'],
    ['a report of trouble', 'The build fails on the new runner.'],
    ['a joke', 'lol we never test anything here'],
    ['what is denied', "I don't always use tabs."],
    ['a doubt', 'maybe we should switch to bun at some point'],
  ])('%s: %s', (_, text) => {
    expect(kinds(text)).toEqual([])
  })

  test('what was pasted below an introduction', () => {
    expect(kinds("here's their guide:\nNever rebase. We prefer small commits.")).toEqual([])
  })
})

test('the reason that follows belongs to the statement', () => {
  const [statement] = statements(
    'Do not touch anything in vendor/. Those are patched copies. Now fix the bug.',
  )
  expect(statement?.sentences).toEqual([
    'Do not touch anything in vendor/.',
    'Those are patched copies.',
  ])
})

test('a statement that the agent apologises for corrects it', () => {
  const said = 'in our database the amounts are integer cents, not decimals'
  expect(kinds(said, 'Sorry, I took them for euros.')).toEqual(['correction'])
})

test('an objection counts for the sentence after it', () => {
  expect(kinds('Not quite. In our company the margin is a share of the price.')).toEqual([
    'correction',
  ])
})
