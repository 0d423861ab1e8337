// npm test: set-up, then every test: checks, unit and integration, browser. Ends with 'N passed, N failed, N skipped'.
// npm run e2e [-- ARGS]: only the browser tests, with Playwright's own arguments. --full: axe examines every page in
// every width and scheme.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks, sqlCheck, sqlCoverage } from './check.mjs'
import { chromiumPath } from './chromium.mjs'
import { bin, install, root, step, stepAside, stepWithReport } from './setup.mjs'
import { browserTests, slowest, unitTests } from './slowest.mjs'

install()
const isFull = process.argv.includes('--full')
const [only, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--full')
const reports = join(root, '.cache', 'reports')
const report = (name) => join(reports, `${name}.json`)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total = { passed: 0, failed: 0, skipped: 0 }
const count = (passed, failed, skipped) => {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
const countStep = (isFine) => count(isFine ? 1 : 0, isFine ? 0 : 1, 0)
/** Counts what a runner reports; one that failed without a report, or whose report shows no failure, counts as one. */
function read(name, isFine, extract) {
  if (!existsSync(report(name))) return count(0, 1, 0)
  const [passed, failed, skipped] = extract(JSON.parse(readFileSync(report(name), 'utf8')))
  count(passed, failed || (isFine ? 0 : 1), skipped)
}

async function runChecks() {
  for (const [title, args] of checks()) countStep(await stepAside(title, args))
}
async function build() {
  const isBuilt = await stepAside('build', ['tools/build.ts'])
  if (!isBuilt) count(0, 1, 0)
  if (isBuilt && !only) countStep(await stepAside('size of scripts', ['tools/bundle-budget.ts']))
  return isBuilt
}

// Neither uses both cores all the time.
const [isBuilt] = await Promise.all([build(), ...(only ? [] : [runChecks()])])
if (!only) {
  const coverage = sqlCoverage()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]
  const isFine = await stepWithReport('unit and integration tests', [bin('vitest'), 'run', ...reporters], {
    report: report('vitest'),
    ...coverage,
  })
  countStep(step(...sqlCheck, coverage))
  read('vitest', isFine, (r) => [r.numPassedTests, r.numFailedTests, r.numPendingTests + r.numTodoTests])
}
if (isBuilt) {
  const env = {
    CHROMIUM_PATH: await chromiumPath(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright'),
    ...(isFull && { E2E_FULL: '1' }),
  }
  const isFine = await stepWithReport('browser tests', [bin('@playwright/test', 'playwright'), 'test', ...rest], {
    report: report('playwright'),
    env,
  })
  read('playwright', isFine, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped])
}

for (const [title, name, extract] of [
  ['unit and integration tests', 'vitest', unitTests],
  ['browser tests', 'playwright', browserTests],
])
  if (existsSync(report(name)))
    console.log(slowest(`The slowest ${title}`, extract(JSON.parse(readFileSync(report(name), 'utf8')))))
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
