/** Whether two texts say the same, as far as their beginnings tell. */
const beginning = 60

export function saySame(one: string, other: string): boolean {
  return one.includes(other.slice(0, beginning)) || other.includes(one.slice(0, beginning))
}
