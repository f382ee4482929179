/** How a candidate is marked that only says what is broken, missing or unused. */
export const reportedTag = 'reported'
