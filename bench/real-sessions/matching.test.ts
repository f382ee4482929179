import { describe, expect, test } from 'vitest'
import { isAbout, isNearly } from './matching.ts'
import { item } from './sample-sessions.ts'

describe('an item', () => {
  const ports = item({ must: [/port/i, /8080/] })

  test('is what a memory is about when all its patterns match', () => {
    expect(isAbout('The server listens on port 8080', ports)).toBe(true)
  })

  test('is not what a memory is about when only some match', () => {
    expect(isAbout('The server listens on port 9000', ports)).toBe(false)
  })
})

describe('a trap', () => {
  const trap = { text: 'Please run the linter before you push to the `main` branch.' }

  test('is kept by a memory with the same words, whatever their case and punctuation', () => {
    expect(isNearly('please run the linter, before you push to the main branch', trap)).toBe(true)
  })

  test('is kept by a memory that adds little to it or leaves little out', () => {
    const longer = 'The user said: please run the linter before you push to the main branch'
    expect(isNearly(longer, trap)).toBe(true)
    expect(isNearly('run the linter before you push to the main branch', trap)).toBe(true)
  })

  test('is not kept by a memory that contains it among much else', () => {
    const addition = ' because the hook of the server refuses what the formatter has not seen'
    expect(isNearly(trap.text + addition, trap)).toBe(false)
  })

  test('is not kept by a memory that holds a small part of it', () => {
    expect(isNearly('push to the main branch', trap)).toBe(false)
  })

  test('is not kept by a memory in other words, nor by an empty one', () => {
    expect(isNearly('Linting comes before every push to the main branch of this', trap)).toBe(false)
    expect(isNearly('…', trap)).toBe(false)
  })
})
