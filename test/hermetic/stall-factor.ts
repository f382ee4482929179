/** How much longer than usual tests wait. CI runs on shared machines that stand still at times. */
export const stallFactor = process.env.CI ? 3 : 1
