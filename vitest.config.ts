import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'
import { messageAlias, messages } from './tools/vite/messages.ts'

// Unit and integration tests. One PostgreSQL a run (tests/support/postgres.ts), a database a test file.
export default defineConfig({
  plugins: [messages(), react()],
  resolve: { alias: messageAlias },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'tests/integration/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'dist/**', 'data/**'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Its reading of messages is exchanged, as in vite.config.ts.
    server: { deps: { inline: ['use-intl'] } },
    reporters: ['default'],
  },
})
