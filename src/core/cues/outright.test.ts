import { describe, expect, test } from 'vitest'
import { outrightIn } from './outright.ts'

describe('is said outright', () => {
  test.each([
    ['never update seeds please', 'Never update seeds please.'],
    [
      "Do not reinit task-master, we don't want to lose the history",
      "Do not reinit task-master, we don't want to lose the history.",
    ],
    ['ok, and always squash before you merge', 'Always squash before you merge.'],
    ['From now on answer in English.', 'From now on answer in English.'],
    [
      'From now on keep sessions in Redis, because Postgres was too slow.',
      'From now on keep sessions in Redis, because Postgres was too slow.',
    ],
    ['Don’t use lodash in the client.', 'Don’t use lodash in the client.'],
    ['do not mock any part of the payment API', 'Do not mock any part of the payment API.'],
    ['We must keep the public API stable.', 'We must keep the public API stable.'],
    ['Use tabs in Makefiles, not spaces.', 'Use tabs in Makefiles, not spaces.'],
    [
      'I run the migrations myself. Never do that again on your own.',
      'I run the migrations myself. Never do that again on your own.',
    ],
    ['You always change the seeds. Never touch the seed files.', 'Never touch the seed files.'],
    [
      'Never log request bodies. They contain names. Now fix the login form.',
      'Never log request bodies. They contain names.',
    ],
  ])('%s', (typed, statement) => {
    expect(outrightIn(typed)).toEqual([statement])
  })
})

describe('is not', () => {
  test.each([
    ['a question in its order', 'should we never push to main'],
    ['a question', 'Do we always need a flag for the cache?'],
    ['a complaint', 'You always forget to run the whole test suite.'],
    ['what happens', 'The worker starts and never stops when the queue is empty.'],
    ['what happened', 'I tried it twice and never got a single answer.'],
    ['a guess', 'Something in the loader must be failing on Windows.'],
    ['for now', 'Do not use the cache for now, we look at it later.'],
    ['about this task', "Don't change any code, just tell me what you think."],
    ['about this file', 'Never use a default export in this file.'],
    ['a single step', 'do not commit the file'],
    ['about something nobody named', 'Never do it like that.'],
    ['pointing back with nothing before it', 'Never do that again on your own.'],
    ['a heading', 'Phase 2: always use the new client for uploads'],
    ['half a sentence', 'Each of the slices must be'],
    ['what others say', 'The blog says you should always use tabs.'],
    ['too short to say what it rules out', "The button shouldn't be blue."],
    ['a state of mind', "I don't know if all of the tests pass."],
  ])('%s', (_, typed) => {
    expect(outrightIn(typed)).toEqual([])
  })
})
