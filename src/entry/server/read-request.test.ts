import { describe, expect, test } from 'vitest'
import { describeBrowser, networkOf } from './read-request.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

describe('describe browser', () => {
  const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

  test.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/156.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${like} Chrome/156.0 Safari/537.36 Edg/156.0`,
      'Edge on Windows',
    ],
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
})
