import { describe, expect, test } from 'vitest'
import { conflicts } from './conflict.ts'

describe('a later statement makes an earlier one untrue', () => {
  test.each([
    ['Staging listens on port 5434.', 'Staging listens on port 5433.'],
    ['The staging database is MySQL 8.', 'The staging database is Postgres 16.'],
    ['We use pnpm for packages', 'We use npm for packages'],
    ['Do not squash release commits.', 'Squash release commits.'],
    ['Use pnpm instead of npm to install packages.', 'Install packages with npm.'],
    ['The tests no longer run with mocha.', 'Tests run with mocha.'],
    ['The API moved from Heroku to Fly.', 'The API runs on Heroku.'],
  ])('%j against %j', (later, earlier) => {
    expect(conflicts(later, earlier)).toBe(true)
  })
})

describe('both are true', () => {
  test.each([
    [
      'We have the full diff in the shadow branch.',
      'The shadow branch has the full content the agent created.',
    ],
    [
      'The trailer in entire/checkpoints/v1 is "Checkpoint:", not "Entire-Checkpoint:".',
      "Checkpoints stay on the fork. A CI job fetches entire/checkpoints/v1 from the contributor's fork when a PR merges. The Entire-Checkpoint trailer in the commit links to the data.",
    ],
    ['The parser is written in Go.', 'The parser is slow on large files.'],
    ['The API is on Fly.', 'The dashboard is on Heroku.'],
    ['Unit tests run with vitest.', 'Browser tests run with playwright.'],
    ['Staging listens on port 5433.', 'Staging listens on port 5433.'],
    ['Use pnpm instead of npm.', 'The npm token for releases is in the vault of the team.'],
    ['Only CI may deploy to staging.', 'CI may deploy to staging.'],
  ])('%j beside %j', (later, earlier) => {
    expect(conflicts(later, earlier)).toBe(false)
  })
})
