// Run by npm run dev once packages are installed: the shop, restarted when the server's code changes, and a stand-in of
// every payment supplier on a free local port, so that every payment method can be tried to the end.
import { spawn } from 'node:child_process'
import { openShop } from '../src/app/open-shop.server.ts'
import { begin, choosePort, endWith } from '../src/app/started.server.ts'
import { saveGateways } from '../src/modules/payment/gateways/save-gateways.server.ts'
import { type Gateway, readGateways } from '../src/modules/payment/gateways/store.server.ts'
import { anonymous } from '../src/platform/core.server.ts'
import { editOf, openStandIns, type StandIns } from '../tests/support/stand-ins.ts'

const { env, log } = begin()
const port = await choosePort(env).catch(endWith)
const url = `http://localhost:${port}`
// Never with live payments. A supplier whose URL is set is left alone.
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
// On a terminal the shop receives Ctrl-C itself; we wait until it ends.
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

/** Saves the stand-ins' keys like staff do. Enables a gateway that has never been saved. */
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

/** Reads the environment again, with the stand-ins' URLs. */
function readAgain(): typeof env {
  return { ...env, supplierUrls: { ...env.supplierUrls, ...standIns?.env } }
}

function isSame({ record, secrets }: Gateway, standIn: StandIns['all'][number]): boolean {
  const has = (stored: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
    Object.entries(wanted).every(([name, value]) => stored[name] === value)
  return has(record.settings, standIn.settings) && has(secrets, standIn.secrets)
}
