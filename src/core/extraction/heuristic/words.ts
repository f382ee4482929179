/** The words of a text that carry its topic. */
const idle = new Set(
  `the a an and or of to in on for with is are was be it this that i you we my our your as at by from
  so if not no do does don't can could should would will just like then than when what which how also
  have has had there their they them its it's into out up all any some one now here but let's make use
  using used get want need please new file files code`.split(/\s+/),
)

export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z0-9_./-]{2,}/g) ?? []
  return words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !idle.has(word))
}
