/** What a person typed, out of a prompt as Gemini CLI reports it: with what it added to it. */
export function asTyped(prompt: string): string {
  return prompt.replace(hookContext, '').replace(referencedFiles, '')
}

/** Put before the first prompt of print mode. Nothing in it can be a tag: brackets are escaped. */
const hookContext = /^<hook_context>[^<]*<\/hook_context>(?:\n\n)?/

/** The files behind every `@path` of the prompt; it ends with them. */
const referencedFiles = /\n--- Content from referenced files ---[\s\S]*$/
