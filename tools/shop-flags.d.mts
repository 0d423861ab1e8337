export const shopFlags: readonly string[]
