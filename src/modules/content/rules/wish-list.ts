/** Of a browser and of an account. */
export const maxWishes = 50
