import { afterAll, vi } from 'vitest'

// Vitest ignores an `afterAll` that is called within `beforeAll`, where most files open their database. As files of a
// worker share modules, connections that stay open would use up those of the server.
const cleanups: (() => Promise<unknown>)[] = []

/** Runs `cleanup` when the test file has ended; the last one registered runs first. */
export const afterFile = (cleanup: () => Promise<unknown>): void => void cleanups.push(cleanup)

/**
 * Called for each test file (`setupFiles` in vitest.config.ts). Undoes what the file stubbed: a `window` that stays makes
 * the pages of later files believe that they run in a browser.
 */
export const registerCleanups = (): void =>
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })
