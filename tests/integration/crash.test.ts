import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { discard, makeTemplate, type Plan, type Round } from '../crash/folders.ts'
import { type CrashRun, chance, crashRepeatedly } from '../crash/harness.ts'
import { killBackups, killFirstStarts, killMigrations, killRestores } from '../crash/lifecycle.ts'
import { findFaults } from '../crash/verify.ts'
import { endAll } from '../process/shop.ts'

// `npm run kills` makes a long run.
const rounds = Number(process.env.CRASH_ROUNDS ?? 5)
const runs: CrashRun[] = []
let template: string
beforeAll(async () => {
  template = await makeTemplate()
}, 120_000)
afterAll(async () => {
  await Promise.all(runs.map((run) => run.stop()))
  await endAll()
  discard(template)
})

describe('a shop that is killed repeatedly while customers book, pay, move and upload', () => {
  test('loses nothing it has acknowledged and leaves nothing incomplete', async () => {
    const run = await crashRepeatedly({ template, rounds, clients: 8, seed: 20_261_121, variant: 'real' })
    runs.push(run)
    expect(run.kills).toBe(rounds + 1)
    expect(run.acknowledged.proofs.length).toBeGreaterThan(rounds)
    expect(run.acknowledged.moves.length).toBeGreaterThan(0)
    expect(await findFaults(run)).toEqual([])
  }, 600_000)

  test('control: acknowledging files before storing them is detected', async () => {
    const run = await crashRepeatedly({ template, rounds: 2, clients: 8, seed: 7, variant: 'late-files' })
    runs.push(run)
    expect((await findFaults(run)).join('\n')).toContain('proof without its bytes')
  }, 600_000)
})

describe('a command that is killed', () => {
  const seen = async (run: (plan: Plan) => Promise<unknown>): Promise<Round[]> => {
    const rounds: Round[] = []
    await run({ rounds: 1, next: chance(3), report: (round) => rounds.push(round) })
    return rounds
  }
  const fine = [expect.objectContaining({ kills: 1, faults: [] })]

  test('leaves a first start that the next one completes', async () => {
    expect(await seen(killFirstStarts)).toEqual(fine)
  }, 600_000)

  test('leaves a migration that the next start completes, with the same schema', async () => {
    expect(await seen(killMigrations)).toEqual(fine)
  }, 600_000)

  test('leaves a backup that can be repeated, and a restore that is empty, whole or refused', async () => {
    const [run] = runs as [CrashRun]
    let archive = ''
    expect(
      await seen(async (plan) => {
        archive = await killBackups(plan, run.dataDir)
      }),
    ).toEqual(fine)
    expect(await seen((plan) => killRestores({ ...plan, rounds: 2 }, archive))).toEqual([...fine, ...fine])
    discard(path.dirname(archive))
  }, 900_000)
})
