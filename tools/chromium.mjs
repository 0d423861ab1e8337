// Finds a Chromium for the browser tests, or installs one: CHROMIUM_PATH, Debian's, Google's, macOS's, Playwright's own.
// Debian's headless shell comes first: the tests take about a quarter less CPU with it than with the whole browser.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { bin, root, toolEnv } from './setup.mjs'

const shell = '/usr/bin/chromium-headless-shell'
const places = [
  shell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const works = (path) =>
  Boolean(path) && existsSync(path) && spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

/** Its path; installs one when there is none; ends the program with advice when that does not work either. */
export async function chromiumPath() {
  if (process.env.CHROMIUM_PATH) {
    if (works(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH
    console.error(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, which does not start.`)
    process.exit(1)
  }
  const find = async () => [...places, await playwrightsOwn()].find(works)
  const installed = await find()
  if (installed === shell) return installed
  // A person's machine keeps the browser that it has; root's is a container, or one that only runs tests.
  if (installed && !(isDebian && isRoot)) return installed
  if (!installed) console.log('No Chromium found; installing one for the browser tests...')
  for (const [command, ...args] of installed ? [apt('chromium-headless-shell')] : installers()) {
    spawnSync(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...toolEnv(), DEBIAN_FRONTEND: 'noninteractive' },
      timeout: 600_000,
    })
    const installed = await find()
    if (installed) return installed
  }
  console.error(
    'The browser tests need Chromium: install it (Debian: "apt-get install chromium") or name it in CHROMIUM_PATH.',
  )
  process.exit(1)
}

const isDebian = existsSync('/usr/bin/apt-get')
const isRoot = process.getuid?.() === 0
function apt(name) {
  // Without a network it gives up at once.
  const quick = '-o Acquire::Retries=0 -o Acquire::http::Timeout=10'
  const script = `apt-get update -qq ${quick} && apt-get install -y -qq --no-install-recommends ${quick} ${name}`
  return isRoot ? ['sh', '-c', script] : ['sudo', '-n', 'sh', '-c', script]
}
function installers() {
  const playwright = [process.execPath, bin('@playwright/test', 'playwright'), 'install', 'chromium']
  return isDebian ? [apt('chromium-headless-shell'), apt('chromium'), playwright] : [playwright]
}
