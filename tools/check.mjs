// npm run check: format, lint, types, boundaries, unused code, unit tests. Identical in CI.
import { bin, install, step } from './setup.mjs'

/** [title, arguments]: the quick ones first; all of them run, so that one round shows everything. */
export const checks = () => [
  ['format and lint', [bin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings']],
  ['types', [bin('typescript', 'tsc'), '--noEmit']],
  ['boundaries', ['tools/boundaries/check.ts']],
  ['unused code', [bin('knip')]],
]

if (import.meta.filename === process.argv[1]) {
  install()
  const tests = ['unit tests', [bin('vitest'), 'run']]
  const results = [...checks(), tests].map(([title, args]) => step(title, args))
  if (results.includes(false)) process.exit(1)
}
