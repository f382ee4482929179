/** How a machine stands with its team server. Whatever it is, everything works here. */
export const connectionStates = ['connected', 'signed-out', 'not-allowed', 'unreachable'] as const
export type ConnectionState = (typeof connectionStates)[number]
