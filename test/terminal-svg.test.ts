import { expect, test } from 'vitest'
import { drawTerminal } from '../scripts/terminal-svg.ts'

test('a recorded terminal breaks lines at 80 columns and escapes what it shows', () => {
  const picture = drawTerminal([
    { command: 'throughline context', output: `<a & b>\n${'x'.repeat(90)}\n` },
  ])
  const lines = [...picture.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)
  expect(lines).toEqual(['$ throughline context', '&lt;a &amp; b>', 'x'.repeat(80), 'x'.repeat(10)])
})
