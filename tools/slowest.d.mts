export type TimedTest = { milliseconds: number; file: string; title: string }
type UnitReport = {
  testResults: readonly {
    name: string
    assertionResults: readonly { fullName: string; duration?: number | undefined }[]
  }[]
}
type BrowserSuite = {
  title: string
  file: string
  specs?: readonly {
    title: string
    tests: readonly { results: readonly { duration: number }[] }[]
  }[]
  suites?: readonly BrowserSuite[]
}
export const unitTests: (report: UnitReport) => TimedTest[]
export const browserTests: (report: { suites: readonly BrowserSuite[] }) => TimedTest[]
export const slowest: (heading: string, tests: readonly TimedTest[], lines?: number) => string
