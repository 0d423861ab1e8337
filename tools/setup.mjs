// Set-up that every command does first, with nothing but Node >= 20 and npm on the machine: the packages that the
// lock file names, and the Node that the shop is pinned to. No package may be imported here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.safar-lock')

const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs what the lock file names, unless that is what is there. */
export function install() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (first start, or the lock file has changed)...')
  // npm's own variables describe the command that called us, and must not steer this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_(config_(production|omit|only|include)|lifecycle|package|command)/i.test(key),
    ),
  )
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  const args = [
    ...npm.slice(1),
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const result = spawnSync(npm[0], args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, NODE_ENV: 'development' },
  })
  if (result.status !== 0) {
    console.error('npm ci has failed. It needs the npm registry once; the messages above say what went wrong.')
    process.exit(result.status ?? 1)
  }
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, wanted)
}

/** The pinned Node; else this one where it is new enough to run the shop's TypeScript. */
export function pinnedNode() {
  const pinned = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version']).status === 0) return pinned
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 24) return process.execPath
  console.error(
    `The npm package "node" (Node 24) is not installed (its install script did not run), and this is Node ${process.versions.node}.\n` +
      'Run "npm rebuild node", or use Node 24.',
  )
  process.exit(1)
}

/** The environment of what we start: the pinned Node and the packages' commands first in PATH. */
export function toolEnv(node = pinnedNode()) {
  return { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) }
}

/**
 * Runs a program on the pinned Node and ends with its exit code. Signals go through: on a terminal the child gets
 * Ctrl-C by itself, so we only wait; a SIGTERM to us is passed on.
 */
export function exec(args, { env = {} } = {}) {
  const node = pinnedNode()
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(node), ...env } })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/** Runs a step to its end; false when it failed. */
export function step(title, args, options = {}) {
  const started = performance.now()
  const node = pinnedNode()
  const result = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(node), ...options.env } })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${result.status === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
  return result.status === 0
}

/** The file that a package's command runs. */
export function bin(name, command = name) {
  const manifest = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]
  return join(modules, name, path)
}
