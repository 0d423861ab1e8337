import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { keepRecovery } from './keep.server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'safar-keep-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('warns when it cannot look after the archive, and no more than once for the same reason', async () => {
  const [log, warn] = [vi.fn(), vi.fn()]
  const nobody = { host: path.join(folder, 'nowhere'), port: 1 }
  const keeping = keepRecovery({
    ...{ place: { folder, keptDays: 7 }, clusterDir: folder, dataDir: folder, account: undefined },
    ...{ connection: nobody, log, warn },
  })
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^RECOVERY_DIR: /)))
  await keeping.stop()
  expect([warn.mock.calls.length, log.mock.calls.length]).toEqual([1, 0])
})
