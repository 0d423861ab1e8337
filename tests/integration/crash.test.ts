import { afterAll, describe, expect, test } from 'vitest'
import { type CrashRun, crashRepeatedly } from '../crash/harness.ts'
import { findFaults } from '../crash/verify.ts'

// CRASH_ROUNDS=200 for a long run; eight clients as in the security figures.
const rounds = Number(process.env.CRASH_ROUNDS ?? 5)
const runs: CrashRun[] = []
afterAll(() => Promise.all(runs.map((run) => run.stop())))

describe('killed again and again while customers book, pay and upload', () => {
  test('the shop loses nothing it has acknowledged, and nothing is half made', async () => {
    const run = await crashRepeatedly({ rounds, clients: 8, seed: 20_261_121, variant: 'real' })
    runs.push(run)
    expect(run.kills).toBe(rounds)
    expect(run.acknowledged.proofs.length).toBeGreaterThan(rounds)
    expect(await findFaults(run)).toEqual([])
  }, 600_000)

  test('the control, which acknowledges files before they are kept, is found out', async () => {
    const run = await crashRepeatedly({ rounds: 2, clients: 8, seed: 7, variant: 'late-files' })
    runs.push(run)
    expect((await findFaults(run)).join('\n')).toContain('proof without its bytes')
  }, 120_000)
})
