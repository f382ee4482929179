/**
 * Redaction: how many megabytes a second, on prose, code, logs and lines made to slow it down. The
 * slowest should reach a quarter of the fastest, so that no text can hold up the others.
 */
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import type { BenchOptions } from './options.ts'

const megabyte = 1_000_000
const rounds = 12
const wantedShare = 0.25

const prose = `The build failed because the lockfile was out of date, so I ran the install again and
committed the result. Please keep the old endpoint until the clients have moved, and tell the team
before you remove it. The tests for the parser took most of the time; the rest was quick.\n`
const code = `export async function loadPage(id: string, { cache, clock }: Ports): Promise<Page> {
  const known = await cache.get(\`page:\${id}\`)
  if (known !== undefined && known.expiresAt > clock.now()) return known.page
  return render(await fetchRows(id), { locale: 'en', depth: 3 })
}\n`
const log = '2026-01-01T10:00:00.000Z INFO request id=550e8400 GET /items/1?page=2 200 12ms\n'

const texts: Readonly<Record<string, string>> = {
  prose,
  code,
  log,
  'Authorization: ': 'Authorization: ',
  'Cookie: a=b; ': 'Cookie: a=b; ',
  'password=': 'password=',
  '{"key":"a",': '{"key":"a",',
  'tokens of one prefix': `gh${'p'}_`,
  'one long line of base64': 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
}

export async function run({ json }: BenchOptions): Promise<void> {
  const { redact } = createRedactor({ budgetMs: Number.POSITIVE_INFINITY })
  const cases = Object.entries(texts).map(([name, unit]) => {
    return {
      name,
      text: unit.repeat(Math.ceil(megabyte / unit.length)),
      least: Number.POSITIVE_INFINITY,
    }
  })
  // In turns, because a busy machine is slower in one second than in the next.
  for (let round = 0; round < rounds; round++) {
    for (const each of cases)
      each.least = Math.min(
        each.least,
        measure(() => redact(each.text)),
      )
  }
  const speeds = cases.map(({ name, least }) => ({ name, megabytesPerSecond: megabyte / least }))
  const all = speeds.map(({ megabytesPerSecond }) => megabytesPerSecond)
  const share = Math.min(...all) / Math.max(...all)
  process.stdout.write(json ? `${JSON.stringify({ speeds, share })}\n` : describe(speeds, share))
}

/** Microseconds of processor time. */
function measure(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function describe(
  speeds: readonly { readonly name: string; readonly megabytesPerSecond: number }[],
  share: number,
): string {
  const lines = speeds.map(({ name, megabytesPerSecond }) => {
    return `${name.padEnd(26)}${megabytesPerSecond.toFixed(1).padStart(7)} MB/s`
  })
  const verdict = share >= wantedShare ? 'reached' : 'missed'
  return `${lines.join('\n')}\nslowest to fastest ${share.toFixed(2)} (wanted ${wantedShare}: ${verdict})\n`
}
