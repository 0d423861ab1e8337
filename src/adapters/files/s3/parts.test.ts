import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { NotStored } from '../../../modules/files/port.ts'
import { type Fault, type S3StandIn, startS3 } from '../testing/s3-stand-in.ts'
import { keysOf } from '../testing/store-contract.ts'
import { openS3Store } from './index.server.ts'
import { partBytes } from './parts.server.ts'

const keys = { accessKey: 'AKIAEXAMPLEEXAMPLE', secretKey: 'a-secret-access-key', region: 'me-central-1' }
const limits = { tryMilliseconds: 1_500, tries: 3, pauseMilliseconds: 5 }
const running: S3StandIn[] = []
afterAll(() => Promise.all(running.map((s3) => s3.end())))

async function open() {
  const s3 = await startS3('papers', keys)
  running.push(s3)
  const opened = await openS3Store({ endpoint: s3.endpoint, bucket: 'papers', prefix: 'safar/', ...keys }, limits)
  if ('refused' in opened) throw new Error(opened.refused.message)
  s3.asked.length = 0
  return { s3, store: opened.store }
}
const body = randomBytes(partBytes + 1)
/** 'POST', 'PUT 1', ... */
const steps = ({ asked }: S3StandIn) =>
  asked.map((line) => `${line.split(' ')[0]} ${/partNumber=(\d+)/.exec(line)?.[1] ?? ''}`.trim())
/** The place of each step of an upload among its requests. */
const places = { begin: 0, 'part 2': 2, complete: 3 } as const
type Step = keyof typeof places
const at = (step: Step, ...faults: Fault[]) => [...Array<null>(places[step]).fill(null), ...faults]

describe('a file of more than one part', () => {
  test('is sent in parts, and a smaller one is not', async () => {
    const { s3, store } = await open()
    await store.put('ab/large', body)
    expect(steps(s3)).toEqual(['POST', 'PUT 1', 'PUT 2', 'POST'])
    s3.asked.length = 0
    await store.put('ab/small', body.subarray(0, partBytes))
    expect(steps(s3)).toEqual(['PUT'])
  })

  const passing: readonly Fault[] = ['reset', 'reset after storing', '500', '503', 'hang', 'error in a 200']
  test.each(
    (Object.keys(places) as Step[]).flatMap((step) =>
      passing
        .filter((fault) => fault !== 'error in a 200' || step === 'complete')
        .map((fault) => [fault, step] as const),
    ),
  )('is stored although an answer goes wrong once: %s at %s', async (fault, step) => {
    const { s3, store } = await open()
    s3.faults.push(...at(step, fault))
    await store.put('ab/large', body)
    expect(body.equals(await store.get('ab/large'))).toBe(true)
    // An upload that began although its answer was lost has no parts; the sweep removes it.
    expect([...s3.uploads.values()].filter(({ parts }) => parts.size > 0)).toEqual([])
    // Only the step that went wrong is repeated.
    expect(steps(s3).filter((each) => each === 'PUT 1')).toHaveLength(1)
  })

  const lasting: readonly Fault[] = ['reset', '500', '503', 'hang', 'garbage']
  test.each((['part 2', 'complete'] as const).flatMap((step) => lasting.map((fault) => [fault, step] as const)))(
    'leaves neither parts nor half a file when it goes on: %s at %s',
    async (fault, step) => {
      const { s3, store } = await open()
      s3.faults.push(...at(step, fault, fault, fault))
      if (fault === 'garbage') s3.faults.length = places[step] + 1
      await expect(store.put('ab/large', body)).rejects.toThrow('The file store did not')
      expect([s3.uploads.size, s3.objects.size]).toEqual([0, 0])
      await expect(store.get('ab/large')).rejects.toThrow(NotStored)
    },
  )

  test('is not said to be stored when its upload is gone and the file is not there', async () => {
    const { s3, store } = await open()
    const find = s3.uploads.get.bind(s3.uploads)
    s3.uploads.get = (id) => (steps(s3).at(-1) === 'POST' ? undefined : find(id))
    await expect(store.put('ab/large', body)).rejects.toThrow('The file store did not find safar/ab/large')
    s3.objects.set('safar/ab/large', { bytes: Buffer.from('another file'), at: new Date() })
    await expect(store.put('ab/large', body)).rejects.toThrow('NoSuchUpload')
  })

  test('is not read as stored while it is half sent, and a killed process leaves parts that are removed after an hour', async () => {
    const { s3, store } = await open()
    await store.put('ab/one', Buffer.from('kept'))
    const parts = new Map([[1, body]])
    const hour = 3_600_000
    s3.uploads.set('old', { key: 'safar/ab/killed', begun: new Date(Date.now() - hour - 60_000), parts })
    s3.uploads.set('young', { key: 'safar/ab/running', begun: new Date(Date.now() - hour + 60_000), parts })
    s3.uploads.set('of-others', { key: 'safari/ab/killed', begun: new Date(0), parts })
    await expect(store.get('ab/killed')).rejects.toThrow(NotStored)
    expect(await keysOf(store)).toEqual(['ab/one'])
    expect([...s3.uploads.keys()]).toEqual(['young', 'of-others'])
  })

  test('is listed although the service does not list unfinished uploads', async () => {
    const { s3, store } = await open()
    await store.put('ab/one', Buffer.from('kept'))
    s3.faults.push(null, 'garbage')
    expect(await keysOf(store)).toEqual(['ab/one'])
  })
})
