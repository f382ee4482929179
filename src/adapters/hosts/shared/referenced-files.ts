/** Gemini CLI, and Qwen Code after it, append the contents of every `@path` to the prompt. */
export const withoutReferencedFiles = (prompt: string) => prompt.replace(referencedFiles, '')

const referencedFiles = /\n+--- Content from referenced files ---[\s\S]*$/
