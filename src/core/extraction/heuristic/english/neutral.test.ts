import { expect, test } from 'vitest'
import { neutral } from './neutral.ts'

test.each([
  ['i prefer tabs pls', 'The user prefers tabs.'],
  ["I'm on NixOS", 'The user is on NixOS.'],
  ["I don't want emojis in my readme", 'The user does not want emojis in their readme.'],
  ['ok so we use pnpm here', 'We use pnpm here.'],
  ['btw the docs are in docs/', 'The docs are in docs/.'],
  ['no, staging is eu-west-1', 'Staging is eu-west-1.'],
  [
    'I like small commits and I always squash',
    'The user likes small commits and they always squash.',
  ],
  ['ask me before you install anything', 'Ask the user before you install anything.'],
  ['no emojis in the readme please', 'No emojis in the readme.'],
  ['can you keep your answers short?', 'Keep your answers short.'],
  ['my default is uv', "The user's default is uv."],
  ["I'm Noor, please show me a plan", 'The user is Noor, please show them a plan.'],
  ['`make gen` writes gen/', '`make gen` writes gen/.'],
])('%j is %j', (said, written) => {
  expect(neutral(said)).toBe(written)
})
