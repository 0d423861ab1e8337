/** The archive of pgBackRest in a bucket of Ceph, behind a proxy with TLS, without which pgBackRest uses no bucket. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Ceph, hasCeph, startCeph } from '../process/ceph.ts'
import {
  endServers,
  hasPostgres,
  newServer,
  type PostgresServer,
  runProgram,
  serverFolder,
  serverOn,
} from '../process/cluster.ts'
import { root } from '../process/command.ts'
import { freePort, hasProgram, runSystemProgram, withSystemPrograms } from '../process/programs.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

type Proxy = { readonly port: number; readonly start: () => Promise<void>; readonly stop: () => Promise<void> }

/** nginx that speaks TLS and passes everything on to `endpoint`. */
async function tlsTo(endpoint: string): Promise<Proxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'safar-tls-'))
  const port = await freePort()
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const made = [
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=127.0.0.1',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  runSystemProgram('openssl', 'req', '-x509', ...made)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; client_max_body_size 0; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
    location / { proxy_pass ${endpoint}; proxy_set_header Host $http_host; } } }`,
  )
  let end = async (): Promise<void> => {}
  const start = async (): Promise<void> => {
    const options = ['-q', '-e', path.join(folder, 'error.log'), '-c', file]
    const child = spawn('nginx', options, { stdio: 'ignore', env: withSystemPrograms })
    const closed = new Promise((resolve) => child.once('close', resolve))
    end = async () => {
      child.kill('SIGKILL')
      await closed
    }
    await vi.waitFor(() => runSystemProgram('curl', '-ksS', `https://127.0.0.1:${port}/`), { timeout: 10_000 })
  }
  await start()
  return { port, start, stop: () => end() }
}

const isInstalled =
  hasPostgres() &&
  hasCeph() &&
  hasProgram('pgbackrest', 'version') &&
  hasProgram('nginx', '-v') &&
  hasProgram('curl', '-V')
describe.skipIf(!isInstalled)('the archive of pgBackRest in a bucket (if installed)', () => {
  const bucket = 'archive'
  let ceph: Ceph
  let proxy: Proxy
  let client: S3Client
  let server: PostgresServer
  let folder: string
  let config: string
  const backrest = (...args: string[]) =>
    runProgram('/usr/bin/pgbackrest', `--config=${config}`, '--stanza=safar', ...args)

  /** The documented files, with the bucket, the folders and the port of this test. */
  const configure = (data: string, port: number, keys: { accessKey: string; secretKey: string }): void => {
    const read = (name: string) => readFileSync(path.join(root, 'deploy/pgbackrest', name), 'utf8')
    const bucketLines = read('bucket.conf')
      .replace('BUCKET', bucket)
      .replace('ENDPOINT', '127.0.0.1')
      .replace('REGION', 'us-east-1')
      .replace('ACCESS-KEY', keys.accessKey)
      .replace('SECRET-KEY', keys.secretKey)
    const own = [
      'io-timeout=2',
      `repo1-storage-port=${proxy.port}`,
      'repo1-storage-verify-tls=n',
      `lock-path=${folder}/lock`,
    ]
    const text = read('pgbackrest.conf')
      .replace('repo1-path=/var/lib/pgbackrest\n', `${bucketLines}${own.join('\n')}\n`)
      .replace('/var/lib/postgresql/15/main', data)
    const more = [`pg1-port=${port}`, `pg1-socket-path=${folder}`, 'pg1-user=shop', '']
    writeFileSync(config, text + more.join('\n'))
    chmodSync(config, 0o644)
  }
  let keys: { accessKey: string; secretKey: string }
  const objects = async (): Promise<string[]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key = '' }) => Key)
  }
  const write = async (n: number): Promise<void> => {
    await server.query(`insert into changes values (${n})`)
    await server.query('select pg_switch_wal()')
  }
  const waiting = () =>
    readdirSync(path.join(server.folder, 'pg_wal/archive_status')).filter((name) => name.endsWith('.ready'))

  beforeAll(async () => {
    ceph = await startCeph()
    keys = await ceph.addAccount('archive')
    client = new S3Client({
      ...{ endpoint: ceph.endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
    })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    proxy = await tlsTo(ceph.endpoint)
    folder = serverFolder()
    config = path.join(folder, 'pgbackrest.conf')
    const archived = `pgbackrest --config=${config} --stanza=safar archive-push %p`
    server = await newServer({ archive_mode: 'on', archive_command: archived, unix_socket_directories: folder })
    configure(server.folder, server.port, keys)
    await backrest('stanza-create')
    await server.query('create table changes (n int)')
    await backrest('backup')
  })
  afterAll(async () => {
    await endServers()
    client?.destroy()
    await proxy?.stop()
    await ceph?.end()
  })

  test('restores to an instant from the bucket, also what was written while the bucket was away', async () => {
    await write(1)
    await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 30_000, interval: 100 })
    await proxy.stop()
    await write(2)
    await vi.waitFor(
      async () => {
        const [row] = await server.query<{ failed: number }>('select failed_count::int as failed from pg_stat_archiver')
        expect(row?.failed).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 200 },
    )
    // The log is kept until it is archived.
    expect(waiting().length).toBeGreaterThan(0)
    await proxy.start()
    const [row] = await server.query<{ now: string }>('select clock_timestamp()::text as now')
    await write(3)
    await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 90_000, interval: 200 })
    await server.kill()
    rmSync(server.folder, { recursive: true, force: true })
    const data = path.join(serverFolder(), 'data')
    configure(data, server.port, keys)
    await backrest('restore', '--type=time', `--target=${row?.now}`, '--target-action=promote')
    const copy = await serverOn(data)
    await copy.start({
      archive_mode: 'off',
      restore_command: `pgbackrest --config=${config} --stanza=safar archive-get %f "%p"`,
    })
    const inRecovery = async () => (await copy.query<{ is: boolean }>('select pg_is_in_recovery() as is'))[0]?.is
    await vi.waitFor(async () => expect(await inRecovery()).toBe(false), { timeout: 30_000, interval: 50 })
    expect(await copy.query('select n from changes order by n')).toEqual([{ n: 1 }, { n: 2 }])
    expect((await objects()).every((key) => key.startsWith('pgbackrest/'))).toBe(true)
  })
})
