import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { root } from './command.ts'
import { freePort, hasProgram, withSystemPrograms } from './programs.ts'

/** apt install radosgw ceph-mon ceph-osd ceph-common */
export const hasCeph = (): boolean =>
  ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph'].every((program) => hasProgram(program, '--version'))

export type S3Keys = Readonly<{ accessKey: string; secretKey: string }>
export type Ceph = {
  /** 'http://127.0.0.1:PORT' */
  readonly endpoint: string
  /** An account of the service; its keys. */
  readonly addAccount: (name: string) => Promise<S3Keys>
  readonly end: () => Promise<void>
}

/** Ceph's Object Gateway: a real S3 service. It ends with the process that started it (see ceph.sh), after some 6 seconds of start. */
export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(path.join(tmpdir(), 'safar-ceph-'))
  const [monitor, gateway] = [await freePort(), await freePort()]
  const script = path.join(root, 'tests/process/ceph.sh')
  const keeper = spawn('sh', [script, folder, String(monitor), String(gateway)], {
    env: withSystemPrograms,
    // Its own group: Ctrl-C must not end it before it has cleaned up.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const closed = new Promise<void>((resolve) => keeper.once('close', () => resolve()))
  const end = (): Promise<void> => {
    keeper.stdin.end()
    return closed
  }
  const endpoint = `http://127.0.0.1:${gateway}`
  try {
    await vi.waitFor(() => fetch(endpoint), { timeout: 40_000, interval: 100 })
  } catch (error) {
    const output = path.join(folder, 'output')
    const text = existsSync(output) ? readFileSync(output, 'utf8') : ''
    await end()
    throw new Error(`Ceph does not start:\n${text}`, { cause: error })
  }
  return { endpoint, end, addAccount: (name) => addAccount(folder, name) }
}

function addAccount(folder: string, name: string): Promise<S3Keys> {
  const keys = { accessKey: `KEY-OF-${name}`, secretKey: `the/secret+key/of-${name}` }
  const args = ['user', 'create', `--uid=${name}`, `--display-name=${name}`]
  const env = { ...withSystemPrograms, CEPH_CONF: path.join(folder, 'ceph.conf') }
  const child = spawn('radosgw-admin', [...args, `--access-key=${keys.accessKey}`, `--secret-key=${keys.secretKey}`], {
    env,
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(keys) : reject(new Error(`radosgw-admin: ${code}`)))),
  )
}
