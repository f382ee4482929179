/** Every payload recorded from a real client: taken in, and answered in a form its host accepts. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findHostProtocol, hostProtocols } from '../src/adapters/hosts/hosts.ts'
import { isJsonObject, type JsonObject } from '../src/core/model/json.ts'
import type { HostProtocol } from '../src/core/ports/host.ts'
import { openCapture } from './support/core/capture.ts'

const recordings = join(import.meta.dirname, 'fixtures', 'hosts')

/** OpenCode's are calls of a plugin in its process; the tests of our plugin play them. */
const hosts = hostProtocols.filter(({ name }) => name !== 'opencode')

describe.each(hosts)('$displayName', (host) => {
  const payloads = payloadsOf(host)

  test('has payloads of most of its events', () => {
    const sent = new Set(payloads.map(({ event }) => event.toLowerCase()))
    const unseen = host.events.filter(({ name }) => !sent.has(name.toLowerCase()))
    expect(unseen.length).toBeLessThan(host.events.length / 2)
  })

  test.each(payloads)('$file is captured', async ({ event, payload }) => {
    const capture = await openCapture({ findHost: findHostProtocol })
    capture.deliverText({ host: host.name, event }, JSON.stringify(payload))
    await capture.drain()
    expect(await capture.spool.rejected()).toEqual([])
    expect(capture.count('events')).toBe(1)
  })

  test.each(host.events)('$name is answered in one piece, or not at all', (event) => {
    const { name } = event
    const context = 'Use "pnpm" </context>\n{'
    const answer = host.renderAnswer(name, context)
    expect(host.renderAnswer(name, '')).toBe('')
    const { answers, answersIfSettled, answersIfFailed, answersAtFile, answersAtTool } = event
    if (!answers && !answersIfSettled && !answersIfFailed && !answersAtFile && !answersAtTool) {
      expect(answer).toBe('')
    }
    if (answer.startsWith('{')) expect(textsIn(JSON.parse(answer))).toContain(context)
    else if (answer !== '') expect(answer).toBe(context)
  })

  test('its sample prompt is a prompt', () => {
    const asked = { sessionId: 's1', text: 'Does it work?', cwd: '/home/dev/project' }
    const { event, payload } = host.samplePrompt(asked)
    expect(host.parse(event, payload)).toMatchObject({
      sessionId: 's1',
      cwd: '/home/dev/project',
      detail: { kind: 'prompt', text: 'Does it work?', origin: 'user' },
    })
  })
})

function payloadsOf({
  name,
}: HostProtocol): { file: string; event: string; payload: JsonObject }[] {
  const found = readdirSync(join(recordings, name), { recursive: true, encoding: 'utf8' })
  const files = found.filter((file) => /\.json$/.test(file) && !isAboutOtherThings(file)).sort()
  return files.flatMap((file) => {
    const payload: unknown = JSON.parse(readFileSync(join(recordings, name, file), 'utf8'))
    return isJsonObject(payload) ? [{ file, event: eventOf(file, payload), payload }] : []
  })
}

/** Requests to the model, transcripts, and payloads that no hook of ours is given. */
function isAboutOtherThings(file: string): boolean {
  return /^(context-request|transcript|notify|http-hook)/.test(basename(file))
}

function eventOf(file: string, { hook_event_name: name }: JsonObject): string {
  return typeof name === 'string' ? name : (/^\w+/.exec(basename(file))?.[0] ?? '')
}

function textsIn(value: unknown): unknown[] {
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [value]
}
