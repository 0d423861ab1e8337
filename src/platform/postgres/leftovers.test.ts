import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './index.server.ts'
import { processesIn, readListing } from './leftovers.server.ts'
import { makeFolder, removeFolder } from './testing/shop-process.ts'

describe('the processes in a folder', { timeout: 120_000 }, () => {
  it('are read from lsof on systems without /proc', () => {
    const listing = 'p71\nfcwd\nn/data/postgres\np72\nfcwd\nn/data/postgres-old\np80\nfcwd\nn/data/postgres\n'
    expect(readListing(listing, '/data/postgres')).toEqual([71, 80])
    expect(readListing('', '/data/postgres')).toEqual([])
  })

  it('are those of PostgreSQL only, not a shell', async () => {
    const folder = realpathSync(makeFolder())
    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data') })
    const cluster = path.join(folder, 'data', 'postgres')
    const shell = spawn('cat', { cwd: cluster, stdio: ['pipe', 'ignore', 'ignore'] })
    await once(shell, 'spawn')
    const pids = processesIn(cluster)
    expect(pids.length).toBeGreaterThan(1)
    expect(pids).not.toContain(shell.pid)
    shell.stdin.end()
    await once(shell, 'exit')
    await postgres.stop()
    expect(processesIn(cluster)).toEqual([])
    await removeFolder(folder)
  })
})
