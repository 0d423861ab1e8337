import react from '@vitejs/plugin-react'
import { configDefaults, defineConfig } from 'vitest/config'

// Unit and integration tests. One PostgreSQL a run (tests/support/postgres.ts), a database a test file.
export default defineConfig({
  plugins: [react()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'db/**/*.test.ts', 'tools/**/*.test.ts', 'tests/integration/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'dist/**', 'data/**'],
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    reporters: ['default'],
  },
})
