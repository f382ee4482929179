/** The times of prompts, which only the list of typed lines has: `# <time>`, then `+<line>`. */
import { readSmallText } from '../../foreign-files/small-files.ts'
import { aiderTime } from './read-chats.ts'

/** @returns the first time at which a text was typed since then, once */
export async function readPromptTimes(
  path: string,
): Promise<(text: string, since: string) => string | undefined> {
  const times = new Map<string, string[]>()
  for (const entry of ((await readSmallText(path)) ?? '').split(/^# /m)) {
    const [head = '', ...lines] = entry.split('\n')
    const time = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{3})?/.exec(head)?.[0]
    const text = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1))
    if (time === undefined || text.length === 0) continue
    const key = keyOf(text.join('\n'))
    times.set(key, [...(times.get(key) ?? []), aiderTime(time)])
  }
  return (text, since) => {
    const known = times.get(keyOf(text))
    const at = known?.findIndex((time) => time >= since) ?? -1
    return at < 0 ? undefined : known?.splice(0, at + 1).at(-1)
  }
}

const keyOf = (text: string) => text.replace(/\s+$/gm, '')
