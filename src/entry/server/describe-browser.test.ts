import { expect, test } from 'vitest'
import { describeBrowser } from './describe-browser.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0) ${like} Chrome/156.0 Safari/537.36 Edg/156.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko Firefox/140.0',
    'Firefox on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
    'Safari on iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${like} Chrome/156.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  ['\u001b[31mevil', 'Browser'],
  ['', 'Browser'],
])('%s is "%s"', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected)
})
