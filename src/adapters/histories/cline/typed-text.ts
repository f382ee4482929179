import { taggedSpans } from '../../foreign-files/spans.ts'

/** What the user typed of a message: the rest was put around it for the model. */
export function typedText(text: string): string {
  const without = text.replace(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g, '')
  const [first] = taggedSpans(without, (name) => frames.has(name))
  return (first?.[1] ?? without).trim()
}

const frames = new Set(['task', 'feedback', 'user_message', 'user_input'])

/** `# Current Working Directory (/home/dev/project) Files` */
export const folderIn = (text: string) =>
  /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\) Files/m.exec(text)?.[1]
