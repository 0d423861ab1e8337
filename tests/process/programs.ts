import { execFileSync } from 'node:child_process'
import { type AddressInfo, createServer } from 'node:net'

/** Debian keeps servers in a folder that is not in everybody's PATH. */
export const withSystemPrograms = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Whether `program version...` runs here. Tests that need it are skipped elsewhere. */
export function hasProgram(program: string, ...version: readonly string[]): boolean {
  try {
    execFileSync(program, version, { stdio: 'ignore', env: withSystemPrograms })
    return true
  } catch {
    return false
  }
}

/** Returns what it wrote; throws when it fails. */
export const runSystemProgram = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe', env: withSystemPrograms })

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
