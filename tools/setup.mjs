// The set-up of every command. Needs only Node >= 20 and npm: installs the packages of the lock file and the pinned
// Node. No package may be imported here.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shopEnv } from './shop-flags.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.safar-lock')

const fingerprint = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs the lock file's packages, unless they are installed. */
export function install() {
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (first start, or the lock file has changed)...')
  // npm's own variables describe the calling command and must not affect this one.
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

/** The pinned Node; else this one if it is new enough to run TypeScript. */
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

/** The environment of child processes: the pinned Node and the packages' commands come first in PATH. */
export function toolEnv(node = pinnedNode()) {
  return { ...process.env, PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter) }
}

/**
 * Runs a program on the pinned Node and exits with its exit code. On a terminal the child receives Ctrl-C itself, so
 * we only wait; a SIGTERM is passed on.
 */
export function exec(args, { env = {} } = {}) {
  const node = pinnedNode()
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...shopEnv, ...toolEnv(node), ...env } })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function printOutcome(title, isFine, started) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${isFine ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)`)
  return isFine
}

/** Runs a step to its end. Returns false when it failed. */
export function step(title, args, options = {}) {
  const started = performance.now()
  const node = pinnedNode()
  const result = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(node), ...options.env } })
  return printOutcome(title, result.status === 0, started)
}

/**
 * Runs a test runner to its end. One that has written its report but does not end waits for a process that a test has
 * left behind: it is killed after `patience` milliseconds, and the step has failed.
 */
export function stepWithReport(title, args, { report, env, patience = 120_000 }) {
  const started = performance.now()
  const node = pinnedNode()
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...toolEnv(node), ...env } })
  let reportedAt
  const watch = setInterval(() => {
    if (existsSync(report)) reportedAt ??= performance.now()
    if (performance.now() - reportedAt < patience || reportedAt === undefined) return
    console.error(
      `${title}: still running long after the report. A test has left a process that keeps the output open.`,
    )
    child.kill('SIGKILL')
  }, 1_000)
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      clearInterval(watch)
      resolve(printOutcome(title, code === 0, started))
    })
  })
}

/** Runs a step beside other steps. Its output appears in one piece at its end. */
export function stepAside(title, args) {
  const started = performance.now()
  const node = pinnedNode()
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: toolEnv(node) })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(printOutcome(title, code === 0, started))
    })
  })
}

/** The file that a package's command runs. */
export function bin(name, command = name) {
  const manifest = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  const path = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]
  return join(modules, name, path)
}
