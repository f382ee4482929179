/** Opens hits by their number, one key each, until the user leaves. */
import type { Ask, CliContext } from '../context.ts'
import { brief } from '../present.ts'
import type { Hit } from './print-hits.ts'
import { showAny } from './show.ts'

/** A key is one digit; 0 is the tenth. */
const mostNumbered = 10

export async function openHits(
  context: CliContext,
  ask: Ask,
  hits: readonly Hit[],
  nextKey: () => Promise<string | undefined>,
): Promise<void> {
  for (;;) {
    context.print()
    context.print(`${keysFor(hits.length)} open  q quit`)
    const hit = await nextHit(hits, nextKey)
    if (!hit) return
    context.print()
    await show(context, ask, hit)
  }
}

function keysFor(count: number): string {
  if (count === 1) return '1'
  return count < mostNumbered ? `1-${count}` : '1-9, 0'
}

const leaving = new Set(['q', 'Q', '\r', '\n', '\u001b'])

/** @returns undefined when the user leaves */
async function nextHit(
  hits: readonly Hit[],
  nextKey: () => Promise<string | undefined>,
): Promise<Hit | undefined> {
  for (;;) {
    const key = await nextKey()
    if (key === undefined || leaving.has(key)) return undefined
    const hit = /^\d$/.test(key) ? hits[(Number(key) + 9) % 10] : undefined
    if (hit) return hit
  }
}

/** It may be gone by now; the others can still be opened. */
async function show(context: CliContext, ask: Ask, { id }: Hit): Promise<void> {
  try {
    await showAny(context, ask, id)
  } catch {
    context.print(`It cannot be shown now. Try: throughline show ${brief(id)}`)
  }
}
