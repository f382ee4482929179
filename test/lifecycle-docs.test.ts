import { expect, test } from 'vitest'
import { readLifecycleDocs, renderLifecycleDocs } from '../scripts/lifecycle-docs.ts'
import { lifecycleEvents } from '../src/contract/lifecycle.ts'
import { sampleEvent } from '../src/contract/lifecycle-samples.ts'
import { lifecycleTypes } from '../src/contract/vocabulary.ts'

test('docs/http.md has the events as they are sent', () => {
  expect(readLifecycleDocs()).toBe(renderLifecycleDocs(readLifecycleDocs()))
})

test.each(lifecycleTypes)('the example of %s is one', (type) => {
  const event = sampleEvent(type)
  expect(lifecycleEvents[type].strict().parse(event)).toEqual(event)
})
