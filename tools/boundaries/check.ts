import { knownViolations } from './known.ts'
import { findViolations } from './scan.ts'

const violations = findViolations(process.cwd(), knownViolations)
for (const violation of violations) console.error(violation)
console.log(
  violations.length === 0
    ? 'Boundaries: all imports and tables are in order.'
    : `Boundaries: ${violations.length} violations of docs/ARCHITECTURE.md.`,
)
process.exitCode = violations.length === 0 ? 0 : 1
