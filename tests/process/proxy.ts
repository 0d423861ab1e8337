import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { root } from './command.ts'
import { freePort, hasProgram, withSystemPrograms } from './programs.ts'

/** Debian has it: apt install nginx. */
export const hasProxy = (): boolean => hasProgram('nginx', '-v')

export type Nginx = { readonly url: string; readonly end: () => Promise<void> }

/**
 * nginx with the file of deploy/compose in front of two nodes. It speaks plain HTTP here, and believes the addresses of
 * the tests' visitors. `change` edits the file, for controls.
 */
export async function proxyTo(ports: readonly [number, number], change = (text: string) => text): Promise<Nginx> {
  const folder = mkdtempSync(path.join(tmpdir(), 'safar-proxy-'))
  const port = await freePort()
  const written = readFileSync(path.join(root, 'deploy/compose/nginx.conf'), 'utf8')
  const server = written
    .replace(/^server \{\n {4}listen 80;.*?^\}\n/ms, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ +(http2|ssl_).*\n/gm, '')
    // Debian's nginx does not know this word.
    .replaceAll(' resolve ', ' ')
    .replaceAll('web1:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('web2:3000', `127.0.0.1:${ports[1]}`)
    .replaceAll(/\/var\/(cache|log)\/nginx/g, folder)
    .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $http_x_forwarded_for')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((n) => `${n}_temp_path ${folder}/${n};`)
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${temporary.join(' ')} ${change(server)} }`,
  )
  const child = spawn('nginx', ['-q', '-e', path.join(folder, 'error.log'), '-c', file], {
    stdio: 'ignore',
    env: withSystemPrograms,
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(`${url}/metrics`), { timeout: 10_000, interval: 50 })
  return {
    url,
    end: async () => {
      child.kill('SIGKILL')
      await closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
