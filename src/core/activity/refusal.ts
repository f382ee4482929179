/** Whether the user did not let a tool run: that says nothing about the work. */
export function wasRefused(output: string): boolean {
  return refused.test(output)
}

const refused =
  /\b(?:tool use was rejected|doesn't want to (?:proceed|take this action)|user (?:rejected|denied|declined|cancelled)|request interrupted by user|user has specified a rule which prevents|tool execution aborted)\b/i
