/** Whom a team's policy approves. `nobody`: each person approves for themselves. */
export const policyChoices = ['nobody', 'members', 'named'] as const
export type PolicyChoice = (typeof policyChoices)[number]
