// npm run check: format, lint, types, boundaries, unused code, unit tests. Identical in CI.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, install, root, step } from './setup.mjs'

/** [title, arguments]: the quick ones first; all of them run, so that one round shows everything. */
export const checks = () => [
  ['format and lint', [bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings']],
  // Only what has changed since the last run is checked again: a tenth of the CPU.
  ['types', [bin('typescript', 'tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo']],
  ['boundaries', ['tools/boundaries/check.ts']],
  ['limits', ['tools/limits/check.ts']],
  ['sentences', ['tools/sentences/check.ts']],
  ['messages', ['tools/messages/check.ts']],
  ['regular expressions', ['tools/regexps/check.ts']],
  ['unused code', [bin('knip')]],
  ['requirement ids', ['tools/requirements.ts']],
]

/** Where the tests record the SQL that they executed; the step after them reads it. */
export function sqlCoverage() {
  const folder = join(root, '.cache', 'sql-coverage')
  rmSync(folder, { recursive: true, force: true })
  return { env: { SQL_COVERAGE: folder } }
}
export const sqlCheck = ['executed SQL', ['tools/sql-coverage/check.ts']]

if (import.meta.filename === process.argv[1]) {
  install()
  const tests = ['unit tests', [bin('vitest'), 'run']]
  const coverage = sqlCoverage()
  const results = [...checks(), tests, sqlCheck].map(([title, args]) => step(title, args, coverage))
  if (results.includes(false)) process.exit(1)
}
