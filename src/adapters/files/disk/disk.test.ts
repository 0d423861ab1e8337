import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { storeContract } from '../testing/store-contract.ts'
import { diskStore } from './index.server.ts'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe('the disk store', () => {
  storeContract(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'safar-store-'))
    folders.push(folder)
    return diskStore(join(folder, 'files'))
  })
})
