/**
 * Use as a process: node pixel-flood.ts FILE shop|control. Uploads the picture eight times at once and prints the
 * outcomes and by how much memory grew at most. The control decodes without limits.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { FilesDeps } from '../../src/modules/files/index.server.ts'
import { receiveUpload } from '../../src/modules/files/index.server.ts'
import { createKeyring } from '../../src/platform/crypto/keyring.server.ts'

const [file = '', variant] = process.argv.slice(2)
const raw = readFileSync(file)
const kilobytes = (name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const deps = {
  keys: createKeyring('a-secret-key-of-at-least-32-characters'),
  clock: () => new Date(),
  store: { put: async () => {} },
} as unknown as FilesDeps
async function* whole() {
  yield raw
}
const facts = {
  originalName: 'a.jpg',
  purpose: 'payment_proof',
  allowGif: false,
  uploadedBy: 'customer',
  visitor: null,
}
const outcomeOf = (error: { code?: string }): string => error.code ?? String(error)
const upload = () => receiveUpload(deps, { ...facts, bytes: whole() }).then(() => 'stored', outcomeOf)
const decode = () =>
  sharp(raw)
    .rotate()
    .jpeg({ quality: 88 })
    .toBuffer()
    .then(() => 'stored', outcomeOf)

const before = kilobytes('VmRSS')
const outcomes = await Promise.all(Array.from({ length: 8 }, variant === 'control' ? decode : upload))
const megabytes = Math.round((kilobytes('VmHWM') - before) / 1024)
process.stdout.write(JSON.stringify({ outcomes: [...new Set(outcomes)], megabytes }))
