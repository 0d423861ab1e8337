/**
 * How Node runs the shop. On a machine with much memory it would look through what is young only each 64 MB, and let what
 * is old grow fourfold before it is looked through: a long export, of which nothing is kept, then takes 300 MB, and with
 * these 80.
 */
export const shopFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100']
