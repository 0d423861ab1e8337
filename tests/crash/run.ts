/**
 * npm run kills -- [ROUNDS]: kills the shop, its database and its commands with kill -9, prints a line for each round,
 * and in the end what was acknowledged, lost and incomplete. 200 rounds by default; exit code 1 when there is a fault.
 */
import { cpus } from 'node:os'
import path from 'node:path'
import { endAll } from '../process/shop.ts'
import { discard, makeTemplate, type Plan, type Round } from './folders.ts'
import { chance, crashRepeatedly } from './harness.ts'
import { killImports } from './imports.ts'
import { killBackups, killFirstStarts, killMigrations, killRestores } from './lifecycle.ts'
import { findFaults } from './verify.ts'

const rounds = Number(process.argv[2] ?? 200)
if (!Number.isInteger(rounds) || rounds < 10) {
  process.stderr.write('Usage: npm run kills -- [ROUNDS], at least 10\n')
  process.exit(2)
}
const started = performance.now()
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const all: Round[] = []
function report(round: Round): void {
  all.push(round)
  const { command, what, recovery, faults } = round
  const number = `${all.length}/${rounds}`.padStart(8)
  const outcome = faults.length === 0 ? 'nothing lost' : `${faults.length} FAULTS`
  const times = `worked again after ${seconds(recovery)} (${Math.round((performance.now() - started) / 1000)} s so far)`
  print([number, `${command}: ${what}`, outcome, times].join(' | '))
  for (const fault of faults) print(`         ${fault}`)
}

/** A share of the rounds. Those that start several processes get a smaller one. */
const planOf = (share: number): Plan => ({ rounds: Math.max(1, Math.floor(rounds * share)), next: chance(7), report })
const plans = {
  backup: planOf(0.06),
  restore: planOf(0.05),
  import: planOf(0.06),
  migration: planOf(0.06),
  firstStart: planOf(0.04),
}
const others = Object.values(plans).reduce((total, plan) => total + plan.rounds, 0)
const template = await makeTemplate()
const busy = { template, rounds: rounds - others, clients: 4, seed: 20_261_121, variant: 'real' as const }
const run = await crashRepeatedly({ ...busy, report })
const archive = await killBackups(plans.backup, run.dataDir)
const faults = await findFaults(run)
await run.halt()
await killRestores(plans.restore, archive)
await killImports(plans.import, template)
await killMigrations(plans.migration)
await killFirstStarts(plans.firstStart)
await endAll()
await run.stop()
for (const dir of [template, path.dirname(archive)]) discard(dir)

const { bookings, payments, proofs, moves } = run.acknowledged
const lost = [...all.flatMap((round) => round.faults), ...faults]
const commands = [...new Set(all.map(({ command }) => command))]
const sum = (of: readonly Round[]): number => of.reduce((total, { kills }) => total + kills, 0)
const longest = (of: readonly Round[]): string => seconds(Math.max(...of.map(({ recovery }) => recovery)))
print(`\nRounds: ${all.length}, kills: ${sum(all)}, in ${Math.round((performance.now() - started) / 60_000)} minutes`)
print(`on ${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, ${process.platform}`)
for (const command of commands) {
  const of = all.filter((round) => round.command === command)
  print(`  ${command.padEnd(26)} ${String(sum(of)).padStart(4)} kills, longest recovery ${longest(of)}`)
}
const { booking, payment, proof, move } = run.killsDuring
print(
  `Kills while requests waited: bookings ${booking}, payments ${payment}, proofs of payment ${proof}, moves ${move}`,
)
print(
  `Acknowledged and checked: ${bookings.length} bookings, ${payments.length} payments, ${proofs.length} proofs, ${moves.length} moves`,
)
for (const fault of faults) print(`  ${fault}`)
print(`Lost or incomplete: ${lost.length}. Longest recovery: ${longest(all)}`)
process.exitCode = lost.length > 0 ? 1 : 0
