import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe } from 'vitest'
import { mailerContract } from '../testing/mailer-contract.ts'
import { captureMailer } from './index.server.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('the capturing mailer', () => {
  mailerContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'safar-mail-'))
    folders.push(folder)
    const received = async () => {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
    }
    return { mailer: captureMailer(folder), received }
  })
})
