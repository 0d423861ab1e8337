import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { accountOfServers, hasPostgres, postgresPrograms, serverFolder } from './cluster.ts'
import { root } from './command.ts'
import { freePort, hasProgram, withSystemPrograms } from './programs.ts'

/** apt install postgresql patroni etcd-server haproxy */
export const hasPatroni = (): boolean =>
  hasPostgres() && hasProgram('patroni', '--version') && hasProgram('etcd', '--version') && hasProgram('haproxy', '-v')

export type Member = { readonly name: string; readonly folder: string; readonly port: number; readonly api: number }
export type MemberState = { readonly name: string; readonly role: string; readonly state: string }
export type Patroni = {
  readonly members: readonly [Member, Member]
  /** Port of haproxy's primary. */
  readonly primaryPort: number
  readonly replicaPort: number
  /** Ends Patroni and its server, as when the machine is gone. */
  readonly killMachine: (member: Member) => Promise<void>
  readonly startMachine: (member: Member) => void
  /** As Patroni sees them; empty while it does not answer. */
  readonly states: () => Promise<readonly MemberState[]>
  readonly password: string
  readonly end: () => Promise<void>
}

const password = 'a-password-of-the-test'

/** Two servers with the files of deploy/patroni and deploy/haproxy, and an etcd. Resolves when one follows the other. */
export async function startPatroni(): Promise<Patroni> {
  const children: Running[] = []
  const run: Run = (program, args, env = {}) => {
    const child = spawn(program, args, {
      ...accountOfServers(),
      cwd: '/',
      env: { ...withSystemPrograms, LANG: 'C.UTF-8', HOME: '/nonexistent', ...env },
      stdio: 'ignore',
    })
    const running = { child, closed: new Promise((resolve) => child.once('close', resolve)) }
    children.push(running)
    return running
  }
  const etcd = await startEtcd(run)
  const members = [await memberOf('db1'), await memberOf('db2')] as const
  const machines = new Map<Member, Running>()
  const startMachine = (member: Member): void => {
    const env = envOf(member, `127.0.0.1:${etcd}`)
    machines.set(member, run('patroni', [path.join(root, 'deploy/patroni/patroni.yml')], env))
  }
  const killMachine = async (member: Member): Promise<void> => {
    machines.get(member)?.child.kill('SIGKILL')
    await machines.get(member)?.closed
    killServer(member.folder)
  }
  for (const member of members) startMachine(member)
  const [primaryPort, replicaPort] = [await freePort(), await freePort()]
  run('haproxy', ['-db', '-f', haproxyFile(members, primaryPort, replicaPort)])
  const states = async (): Promise<readonly MemberState[]> => {
    for (const { api } of members) {
      const answer = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members
    }
    return []
  }
  const roles = async () => (await states()).map(({ role }) => role).sort()
  await vi.waitFor(async () => expectRoles(await roles()), { timeout: 60_000, interval: 250 })
  return {
    ...{ members, primaryPort, replicaPort, states, password, killMachine, startMachine },
    end: async () => {
      // First Patroni, which would start its server again.
      for (const { child } of children.toReversed()) child.kill('SIGKILL')
      await Promise.all(children.map(({ closed }) => closed))
      for (const { folder } of members) killServer(folder)
    },
  }
}

/** Kills the server of a folder, as when it crashes. */
export function killServer(folder: string): void {
  const file = path.join(folder, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  // The file of a server that is gone may name another process by now.
  if (pid > 0 && existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder))
    process.kill(pid, 'SIGKILL')
}

function expectRoles(roles: readonly string[]): void {
  if (roles.join() !== 'leader,sync_standby') throw new Error(`not yet: ${roles.join()}`)
}

async function memberOf(name: string): Promise<Member> {
  return { name, folder: path.join(serverFolder(), 'data'), port: await freePort(), api: await freePort() }
}

type Running = { readonly child: ChildProcess; readonly closed: Promise<unknown> }
type Run = (program: string, args: readonly string[], env?: Record<string, string>) => Running
async function startEtcd(run: Run): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()]
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const own = ['--name', 'etcd', '--data-dir', path.join(serverFolder(), 'etcd')]
  const urls = ['--listen-client-urls', clients, '--advertise-client-urls', clients, '--listen-peer-urls', peers]
  run('etcd', [...own, ...urls, '--initial-advertise-peer-urls', peers, '--initial-cluster', `etcd=${peers}`])
  return client
}

/** As in deploy/patroni/example.env. */
const envOf = ({ name, folder, port, api }: Member, etcd: string): Record<string, string> => ({
  PATRONI_NAME: name,
  PATRONI_ETCD3_HOSTS: etcd,
  PATRONI_RESTAPI_LISTEN: `127.0.0.1:${api}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${api}`,
  PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
  PATRONI_POSTGRESQL_DATA_DIR: folder,
  PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms(),
  PATRONI_POSTGRESQL_PGPASS: path.join(path.dirname(folder), 'pgpass'),
  PATRONI_SUPERUSER_PASSWORD: password,
  PATRONI_REPLICATION_PASSWORD: password,
  PATRONI_REWIND_PASSWORD: password,
})

/** The file of deploy/haproxy with other addresses. */
function haproxyFile(members: readonly [Member, Member], primaryPort: number, replicaPort: number): string {
  let text = readFileSync(path.join(root, 'deploy/haproxy/haproxy.cfg'), 'utf8')
    .replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${primaryPort}`)
    .replace('bind 127.0.0.1:5433', `bind 127.0.0.1:${replicaPort}`)
    .replace(/default-server port 8008/g, 'default-server')
  for (const { name, port, api } of members)
    text = text.replaceAll(`${name}:5432 check`, `127.0.0.1:${port} check port ${api}`)
  const file = path.join(serverFolder(), 'haproxy.cfg')
  writeFileSync(file, text)
  return file
}
