/**
 * Memory flags for Node. With its defaults on a large machine, V8 collects young objects every 64 MB and lets old ones
 * grow fourfold: a long export then takes 300 MB, and 80 MB with these flags.
 */
export const shopFlags = ['--max-semi-space-size=16', '--heap-growing-percent=100']

/**
 * glibc keeps large freed blocks in a heap per thread, so eight pictures decoded one after the other took 160 MB. Blocks
 * above 128 kB are now mapped apart and given back at once (60 MB). Other systems ignore this.
 */
export const shopEnv = { MALLOC_MMAP_THRESHOLD_: '131072' }
