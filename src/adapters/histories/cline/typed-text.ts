/** What the user typed of a message: the rest was put around it for the model. */
export function typedText(text: string): string {
  const without = text.replace(/<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g, '')
  const inside = /<(task|feedback|user_message|user_input)\b[^>]*>([\s\S]*?)<\/\1>/.exec(
    without,
  )?.[2]
  return (inside ?? without).trim()
}

/** `# Current Working Directory (/home/dev/project) Files` */
export const folderIn = (text: string) =>
  /^# Current (?:Working|Workspace) Directory \(([^)\n]+)\) Files/m.exec(text)?.[1]
