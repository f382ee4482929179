/** Context for the model as Claude Code takes it from a hook, and others after it. */

export function contextAnswer(eventsTakingContext: readonly string[]) {
  return (eventName: string, context: string): string => {
    if (context === '' || !eventsTakingContext.includes(eventName)) return ''
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: eventName, additionalContext: context },
    })
  }
}
