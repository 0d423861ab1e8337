import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stepWithReport } from './setup.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'safar-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))
afterEach(() => vi.restoreAllMocks())

const runner = (report: string, then: string) => ['-e', `require('node:fs').writeFileSync('${report}', '{}');${then}`]

describe('a test runner', () => {
  it.each([
    [0, true],
    [1, false],
  ])('that ends with exit code %i has passed: %s', async (code, isFine) => {
    const report = path.join(folder, `ends-${code}.json`)
    expect(await stepWithReport('runner', runner(report, `process.exit(${code})`), { report })).toBe(isFine)
    expect(existsSync(report)).toBe(true)
  })

  it('that does not end after its report is killed and has failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const report = path.join(folder, 'hangs.json')
    const patience = 10
    expect(await stepWithReport('runner', runner(report, 'setInterval(() => {}, 1000)'), { report, patience })).toBe(
      false,
    )
    expect(logged).toHaveBeenCalledWith(expect.stringContaining('has left a process'))
  })
})
