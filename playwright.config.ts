import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// The money paths and the screens in a real browser. Each worker starts a shop of its own (tests/e2e/support/shop.ts).
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/e2e/support/template.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    browserName: 'chromium',
    // What a worker fetches, tests cannot stand in for; those that are about it allow it.
    serviceWorkers: 'block',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A trace of every action doubles the time of the whole run: E2E_TRACE=1 asks for it.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The headless shell rounds the widths of letters otherwise, which no phone does.
        '--font-render-hinting=none',
      ],
    },
  },
})
