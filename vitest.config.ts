import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { sqlCoverage } from './tools/sql-coverage/plugin.ts'
import { messageAlias, messages } from './tools/vite/messages.ts'

const include = ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'tests/integration/**/*.test.ts']
const files = globSync(include)
const having = (words: RegExp): string[] => files.filter((file) => words.test(readFileSync(file, 'utf8')))
const documents = having(/@vitest-environment/)
/**
 * Importing the shop's modules takes longer than most test files, so all files of a worker share them. A file that
 * replaces modules, what they captured when they were loaded, or the time cannot: it would see what an earlier file has
 * left, and leave its own. Nor can check-in, whose outbox keeps sending.
 */
const ownModules = [
  ...new Set([
    ...having(/\bvi\.(mock|doMock|resetModules)\(|stubGlobal\('(window|fetch)'/),
    ...documents.filter((file) => /useFakeTimers/.test(readFileSync(file, 'utf8'))),
    ...documents.filter((file) => file.startsWith('src/admin/check-in/')),
  ]),
]
const withDocument = documents.filter((file) => !ownModules.includes(file))

// Unit and integration tests. One PostgreSQL a run (tests/support/postgres.ts), a database a test file.
export default defineConfig({
  plugins: [messages(), sqlCoverage(), react()],
  resolve: { alias: messageAlias },
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    setupFiles: ['tests/support/setup-file.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Screens answer late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Each works with its own database on one shared server (tests/support/postgres.ts).
    // Many of them wait for processes and time limits, so one more than there are cores.
    maxWorkers: Math.min(availableParallelism() + 1, 5),
    // Its reading of messages is exchanged, as in vite.config.ts.
    server: { deps: { inline: ['use-intl'] } },
    projects: [
      {
        extends: true,
        // React as in production, which renders pages twice as fast. Tests with a document need its `act`.
        oxc: { jsx: { development: false } },
        test: {
          name: 'shared modules',
          include,
          exclude: [...ownModules, ...withDocument],
          isolate: false,
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        test: { name: 'with a document', include: withDocument, isolate: false },
      },
      {
        extends: true,
        test: { name: 'own modules', include: ownModules },
      },
    ],
  },
})
