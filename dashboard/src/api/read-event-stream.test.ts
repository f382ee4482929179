import { expect, test } from 'vitest'
import { readEventStream, type StreamedEvent } from './read-event-stream.ts'

async function read(...chunks: string[]): Promise<StreamedEvent[]> {
  const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events: StreamedEvent[] = []
  for await (const event of readEventStream(bytes)) events.push(event)
  return events
}

test('events are read whole, however they were cut on the way', async () => {
  const text =
    ': connected\n\nevent: prompt\ndata: {"a":1}\nid: 7\n\ndata: two\ndata: lines\nid: 8\n\n'
  const expected = [
    { id: '7', data: '{"a":1}' },
    { id: '8', data: 'two\nlines' },
  ]
  expect(await read(text)).toEqual(expected)
  expect(await read(...text)).toEqual(expected)
})

test('one that was not finished is left out', async () => {
  expect(await read('data: a\nid: 1\n\ndata: b\nid: 2\n')).toEqual([{ id: '1', data: 'a' }])
})
