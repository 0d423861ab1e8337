// The slowest tests of a run, from the reports of Vitest and Playwright. A test: { milliseconds, file, title }.
import { relative } from 'node:path'
import { root } from './setup.mjs'

export const unitTests = ({ testResults }) =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ duration, fullName }) => ({
      milliseconds: duration ?? 0,
      file: relative(root, name),
      title: fullName,
    })),
  )

/** With retries, the time of all tries. */
export function browserTests({ suites }, titles = []) {
  return suites.flatMap(({ title, file, specs = [], suites: inner = [] }) => {
    const path = title === file ? titles : [...titles, title]
    const own = specs.map((spec) => ({
      milliseconds: spec.tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
      file: `tests/e2e/${file}`,
      title: [...path, spec.title].join(' '),
    }))
    return [...own, ...browserTests({ suites: inner }, path)]
  })
}

export function slowest(heading, tests, lines = 20) {
  const shown = tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, lines)
  const rows = shown.map(({ milliseconds, file, title }) => {
    const seconds = (milliseconds / 1000).toFixed(1).padStart(7)
    return `${seconds} s  ${file}: ${title.length > 90 ? `${title.slice(0, 89)}…` : title}`
  })
  return [`\n${heading}:`, ...rows, ''].join('\n')
}
