// npm test: set-up, then every test: checks, unit and integration, browser. Ends with 'N passed, N failed, N skipped'.
// npm run e2e [-- ARGS]: only the browser tests, with Playwright's own arguments.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './check.mjs'
import { chromiumPath } from './chromium.mjs'
import { bin, install, root, step } from './setup.mjs'

install()
const [only, ...rest] = process.argv.slice(2)
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
/** A runner that failed without a report, or whose report shows no failure, counts as one. */
function read(name, isFine, extract) {
  if (!existsSync(report(name))) return count(0, 1, 0)
  const [passed, failed, skipped] = extract(JSON.parse(readFileSync(report(name), 'utf8')))
  count(passed, failed || (isFine ? 0 : 1), skipped)
}

if (!only)
  for (const [title, args] of checks()) {
    const isFine = step(title, args)
    count(isFine ? 1 : 0, isFine ? 0 : 1, 0)
  }
const isBuilt = step('build', ['tools/build.ts'])
if (!isBuilt) count(0, 1, 0)
if (isBuilt && !only) {
  const isFine = step('size of scripts', ['tools/bundle-budget.ts'])
  count(isFine ? 1 : 0, isFine ? 0 : 1, 0)
}
if (!only) {
  const isFine = step('unit and integration tests', [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report('vitest')}`,
  ])
  read('vitest', isFine, (r) => [r.numPassedTests, r.numFailedTests, r.numPendingTests + r.numTodoTests])
}
if (isBuilt) {
  const env = { CHROMIUM_PATH: await chromiumPath(), PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright') }
  const isFine = step('browser tests', [bin('@playwright/test', 'playwright'), 'test', ...rest], { env })
  read('playwright', isFine, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped])
}

console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
