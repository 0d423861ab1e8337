// npm run dev, with packages installed: the shop, restarted when the server's code changes, and a stand-in of every
// payment supplier on a free port of this machine, so that each way to pay can be tried to its end.
import { spawn } from 'node:child_process'
import { openShop } from '../src/app/open-shop.server.ts'
import { begin, choosePort, endWith } from '../src/app/started.server.ts'
import { saveGateways } from '../src/modules/payment/commands/save-gateways.server.ts'
import { type Gateway, readGateways } from '../src/modules/payment/gateways.server.ts'
import { anonymous } from '../src/platform/core.server.ts'
import { editOf, openStandIns, type StandIns } from '../tests/support/stand-ins.ts'

const { env, log } = begin()
const port = await choosePort(env).catch(endWith)
const url = `http://localhost:${port}`
// Where money may move nothing stands in for anybody. A supplier whose address is set is left alone.
const standIns = env.paymentsMode === 'sandbox' ? await openStandIns(process.env) : null
Object.assign(process.env, standIns?.env)

const watching = ['--watch-path=src', '--watch-preserve-output', 'src/app/server.ts']
const shop = spawn(process.execPath, watching, {
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'development', PORT: String(port) },
})
let hasEnded = false
shop.on('exit', async (code, signal) => {
  hasEnded = true
  await standIns?.close()
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1))
})
// On a terminal the shop gets Ctrl-C by itself, and we wait for its end.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => shop.kill(signal))

if (standIns) {
  standIns.deliverTo(url)
  await untilReady()
  if (!hasEnded) await connect(standIns).catch((error: unknown) => log.error({ err: error }, 'no stand-in connected'))
}

async function untilReady(): Promise<void> {
  while (!hasEnded) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((next) => setTimeout(next, 300))
  }
}

/** Enters the stand-ins' keys as staff do; a gateway that nobody has saved yet is switched on as well. */
async function connect({ all }: StandIns): Promise<void> {
  const opened = await openShop(readAgain(), log, port, { besideRunning: true })
  try {
    const gateways = await readGateways(opened.shop.deps)
    const edits = all.flatMap((standIn) => {
      const gateway = gateways.find(({ record }) => record.name === standIn.provider)
      if (!gateway || isSame(gateway, standIn)) return []
      const { enabled, ...keys } = editOf(standIn, gateway.record.version)
      return [gateway.record.version === 1 ? { ...keys, enabled } : keys]
    })
    if (edits.length > 0)
      await saveGateways(opened.shop.deps, { ...anonymous('127.0.0.1'), name: 'npm run dev' }, edits)
  } finally {
    await opened.close()
  }
  process.stdout.write(`Stand-ins of suppliers: ${all.map(({ provider }) => provider).join(', ')}\n`)
}

/** With the stand-ins' addresses in it. */
function readAgain(): typeof env {
  return { ...env, supplierUrls: { ...env.supplierUrls, ...standIns?.env } }
}

function isSame({ record, secrets }: Gateway, standIn: StandIns['all'][number]): boolean {
  const has = (stored: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
    Object.entries(wanted).every(([name, value]) => stored[name] === value)
  return has(record.settings, standIn.settings) && has(secrets, standIn.secrets)
}
