import { findViolations } from './scan.ts'

const violations = findViolations(process.cwd())
for (const violation of violations) console.error(violation)
console.log(
  violations.length === 0
    ? 'The rooms keep to their doors.'
    : `${violations.length} imports break docs/ARCHITECTURE.md.`,
)
process.exitCode = violations.length === 0 ? 0 : 1
