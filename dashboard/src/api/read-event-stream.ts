/** Server-sent events over `fetch`: an `EventSource` cannot send a header. */

export interface StreamedEvent {
  readonly id: string
  readonly data: string
}

/** Ends when the stream does. Comments, and messages without data, are left out. */
export async function* readEventStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamedEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const blocks = (rest + next.value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = toEvent(block)
      if (event.data) yield event
    }
  }
}

function toEvent(block: string): StreamedEvent {
  const lines = block.split('\n')
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 2))
  return { id: values('id').at(-1) ?? '', data: values('data').join('\n') }
}
