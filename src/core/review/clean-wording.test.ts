import { expect, test } from 'vitest'
import { cleanWording } from './clean-wording.ts'

test.each([
  ['No, we use pnpm here, never npm.', 'We use pnpm here, never npm.'],
  [
    'Please always run the linter before a commit, thanks!',
    'Always run the linter before a commit.',
  ],
  ['Claude, never push to main', 'Never push to main.'],
  ['I’d like you to never commit without asking', 'Never commit without asking.'],
  ['You should always write tests first :)', 'Always write tests first.'],
  ['Let’s make sure we never log tokens 🙏', 'We never log tokens.'],
  ['Please remember that staging listens on 8080', 'Staging listens on 8080.'],
])('«%s» is «%s»', (quote, clean) => {
  expect(cleanWording(quote)).toBe(clean)
})

test.each([
  ['is clean already', 'Never push to main.'],
  ['begins with a word that belongs to it', 'No console.log in the api package'],
  ['leans on what was said before', 'No, that is wrong. Use tabs in Go files.'],
  ['is a one-off task', 'Please fix the failing test in the parser'],
  ['asks', 'So, should we always use tabs in Go files?'],
  ['is about the person who said it', 'Well, I like the idea of one logger for all packages'],
  ['says not to, which nothing can be taken from', 'Let’s not use console.log in the api'],
])('a quote that %s stands alone', (_, quote) => {
  expect(cleanWording(quote)).toBeUndefined()
})
