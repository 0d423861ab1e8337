/** Use with node --import: shifts Date by the milliseconds in the file CLOCK_FILE, which SIGWINCH has read again. */
import { readFileSync } from 'node:fs'

const Real = Date
let shift = 0
const now = (): number => Real.now() + shift

globalThis.Date = new Proxy(Real, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new Real(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})

function read(): void {
  shift = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'))
  process.stderr.write(`The clock is shifted by ${shift} ms\n`)
}
read()
process.on('SIGWINCH', read)
