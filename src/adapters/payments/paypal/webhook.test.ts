import { createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { chainFault, signedText } from './certificate.server.ts'
import { type PayPalBench, payPalBench } from './testing/bench.ts'
import { testCertificate } from './testing/certificate.ts'
import { openPayPalStandIn, type PayPalStandIn } from './testing/stand-in.ts'
import { readTransmission, reportsLiveForSeconds } from './webhook.server.ts'

let standIn: PayPalStandIn
beforeAll(async () => {
  standIn = await openPayPalStandIn()
})
afterAll(async () => {
  await standIn.close()
  expect(standIn.breaches()).toEqual([])
})
const byPayPal = () => payPalBench(standIn)
const byCertificate = () => payPalBench(standIn, { webhook_check: 'certificate' })
const ways: readonly (readonly [string, () => PayPalBench])[] = [
  ['by asking PayPal', byPayPal],
  ['by PayPal’s certificate', byCertificate],
]

type Report = { readonly rawBody: Uint8Array; readonly headers: Readonly<Record<string, string | undefined>> }
const read = (one: PayPalBench, { rawBody, headers }: Report) => one.provider.readWebhook!(one.ctx, rawBody, headers)
const paidOrder = async (one: PayPalBench) => {
  const attempt = await one.started()
  await one.online?.customerPays(attempt.orderRef)
  return attempt
}
async function lastReport(one: PayPalBench, orderRef: string, at = one.ctx.now): Promise<Report> {
  const report = (await standIn.reports(orderRef, at)).at(-1)
  if (!report) throw new Error('nothing to report')
  return report
}
async function eventOf(one: PayPalBench, orderRef: string) {
  const reading = await read(one, await lastReport(one, orderRef))
  if (!reading.verified) throw new Error(reading.why)
  return reading.events[0]
}

describe.each(ways)('a PayPal webhook, verified %s', (_way, open) => {
  it('is accepted over its original bytes [C208]', async () => {
    const one = open()
    const attempt = await paidOrder(one)
    const event = { attemptId: attempt.id, orderRef: attempt.orderRef }
    expect(await eventOf(one, attempt.orderRef)).toMatchObject(event)
    standIn.expireTokens()
    expect(await eventOf(one, attempt.orderRef)).toMatchObject(event)
  })

  it('is rejected when forged, re-serialised, changed or for another webhook id', async () => {
    const one = open()
    const attempt = await paidOrder(one)
    const report = await lastReport(one, attempt.orderRef)
    const text = Buffer.from(report.rawBody).toString()
    const verified = async (change: Partial<Report>) => (await read(one, { ...report, ...change })).verified
    expect(await verified({})).toBe(true)
    expect(await verified({ rawBody: Buffer.from(JSON.stringify(JSON.parse(text), null, 1)) })).toBe(false)
    expect(await verified({ rawBody: Buffer.from(text.replace('100.00', '900.00')) })).toBe(false)
    expect(await verified({ rawBody: Buffer.from(`${text} `) })).toBe(false)
    expect(await verified({ rawBody: Buffer.from('{}') })).toBe(false)
    // These bytes would add fields to the verification request if they were inserted unchecked.
    expect(await verified({ rawBody: Buffer.from(`${text},"webhook_id":"X","more":{}`) })).toBe(false)
    expect(await verified({ rawBody: Buffer.concat([report.rawBody, Buffer.from([0xff])]) })).toBe(false)
    const signature = report.headers['paypal-transmission-sig'] ?? ''
    const other = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    for (const headers of [
      {},
      { ...report.headers, 'paypal-transmission-sig': other },
      { ...report.headers, 'paypal-transmission-id': '00000000-0000-4000-8000-000000000000' },
      { ...report.headers, 'paypal-cert-url': 'https://evil.example/certs/1' },
      { ...report.headers, 'paypal-cert-url': 'https://api.paypal.com.evil.example/certs/1' },
      { ...report.headers, 'paypal-cert-url': 'http://api.paypal.com/certs/1' },
      { ...report.headers, 'paypal-cert-url': 'https://api.paypal.com:8443/certs/1' },
      { ...report.headers, 'paypal-cert-url': 'https://somebody@api.paypal.com/certs/1' },
      { ...report.headers, 'paypal-cert-url': 'https://internal.paypal.com/certs/1' },
      { ...report.headers, 'paypal-auth-algo': 'none' },
    ])
      expect(await verified({ headers })).toBe(false)
    const elsewhere = payPalBench(standIn, { ...one.ctx.settings, webhook_id: 'ANOTHER' })
    expect((await read(elsewhere, report)).verified).toBe(false)
  })

  it('gets no verdict without a response from PayPal, which will repeat it', async () => {
    const one = open()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    const report = await lastReport(one, attempt.orderRef)
    standIn.setFault('error-500')
    await expect(read(one, report)).rejects.toThrow(/no usable answer/)
    standIn.setFault(null)
    expect((await read(one, report)).verified).toBe(true)
  })
})

describe('the subject of a webhook', () => {
  it('is the approved order', async () => {
    const one = byPayPal()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    expect(await eventOf(one, attempt.orderRef)).toEqual({
      eventId: expect.stringMatching(/^WH-/),
      attemptId: attempt.id,
      orderRef: attempt.orderRef,
      snapshot: null,
    })
  })

  it('is the payment of a refund, which carries the refund’s id and not the attempt’s', async () => {
    const one = byPayPal()
    const attempt = await paidOrder(one)
    await standIn.refundElsewhere(attempt.orderRef, 1_000)
    expect(await eventOf(one, attempt.orderRef)).toMatchObject({ attemptId: attempt.id, orderRef: attempt.orderRef })
  })

  it('is the dispute of a payment, with all its data, until it ends', async () => {
    const one = byPayPal()
    const attempt = await paidOrder(one)
    for (const isDisputed of [true, false]) {
      standIn.dispute(attempt.orderRef, isDisputed)
      const event = await eventOf(one, attempt.orderRef)
      expect(event).toMatchObject({ attemptId: attempt.id, snapshot: { status: 'succeeded', isDisputed } })
    }
  })

  it('is an expired approval, which fails the attempt', async () => {
    const one = byPayPal()
    const attempt = await one.started()
    await standIn.act(attempt.orderRef, 'pay')
    await standIn.act(attempt.orderRef, 'lapse')
    const event = await eventOf(one, attempt.orderRef)
    expect(event).toMatchObject({ attemptId: attempt.id, snapshot: { status: 'failed', capturedMinor: 0 } })
    expect(inEnglish(event?.snapshot?.failureMessage)).toMatch(/released the payment/)
  })
})

describe('a transmission', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  const headersAt = (seconds: number) => ({
    'paypal-transmission-id': 'b2384410-f8d2-11e4-8bf3-77339302725b',
    'paypal-transmission-time': new Date(now.getTime() + seconds * 1000).toISOString(),
    'paypal-transmission-sig': `${'A'.repeat(342)}==`,
    'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    'paypal-auth-algo': 'SHA256withRSA',
  })

  it('is rejected when older than PayPal’s retries or from the future', () => {
    expect(typeof readTransmission(headersAt(-reportsLiveForSeconds), now)).toBe('object')
    expect(readTransmission(headersAt(-reportsLiveForSeconds - 1), now)).toBe('too old or too new')
    expect(typeof readTransmission(headersAt(300), now)).toBe('object')
    expect(readTransmission(headersAt(301), now)).toBe('too old or too new')
  })
})

describe('a certificate', () => {
  const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [root, middle, leaf] = [keys(), keys(), keys()]
  const now = new Date('2026-11-21T08:00:00Z')
  const life = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
  const make = (change: Partial<Parameters<typeof testCertificate>[0]>) =>
    testCertificate({
      subject: 'Root',
      publicKey: root.publicKey,
      issuer: 'Root',
      issuerKey: root.privateKey,
      isCa: true,
      ...life,
      ...change,
    })
  const rootPem = make({})
  const middlePem = make({ subject: 'Middle', publicKey: middle.publicKey })
  const ofLeaf = { subject: 'certs.paypal.com', publicKey: leaf.publicKey, isCa: false }
  const byMiddle = { ...ofLeaf, issuer: 'Middle', issuerKey: middle.privateKey }
  const fault = (...chain: string[]) =>
    chainFault(
      chain.map((pem) => new X509Certificate(pem)),
      [rootPem],
      now,
    )

  it('is accepted with a chain to a known root, also through intermediates', () => {
    expect(fault(make(ofLeaf))).toBeNull()
    expect(fault(make(byMiddle), middlePem)).toBeNull()
    expect(fault(make(byMiddle), middlePem, rootPem)).toBeNull()
  })

  it('is rejected with another name, expired, alone, self-signed or issued by a non-CA', () => {
    const name = 'a certificate that is not PayPal’s'
    for (const subject of ['evil.example', 'paypal.com.evil.example', 'evilpaypal.com'])
      expect(fault(make({ ...ofLeaf, subject }))).toBe(name)
    expect(fault(make({ ...ofLeaf, until: new Date('2026-11-20T00:00:00Z') }))).toBe('an expired certificate')
    expect(fault(make({ ...ofLeaf, from: new Date('2026-11-22T00:00:00Z') }))).toBe('an expired certificate')
    expect(fault()).toBe('no certificate')
    const nobody = 'a certificate that nobody known vouches for'
    expect(fault(make(byMiddle))).toBe(nobody)
    expect(fault(make({ ...ofLeaf, issuer: 'certs.paypal.com', issuerKey: leaf.privateKey }))).toBe(nobody)
    expect(fault(make({ ...ofLeaf, issuerKey: leaf.privateKey }))).toBe(nobody)
    const notCa = make({ subject: 'Middle', publicKey: middle.publicKey, isCa: false })
    expect(fault(make(byMiddle), notCa)).toBe('a chain through somebody who may not vouch')
  })
})

type Vectors = {
  readonly self_verification: {
    readonly crc32_vectors: readonly { readonly utf8: string; readonly crc32: number }[]
    readonly headers: Readonly<Record<string, string>>
    readonly webhook_id: string
    readonly raw_body: string
    readonly crc32: number
    readonly message: string
    readonly public_key_pem: string
  }
}
const samples = readContractFile('paypal-samples.json') as Vectors | null

describe.skipIf(samples === null)('the published verification vectors', () => {
  const vectors = () => samples!.self_verification

  it('have the checksums that we compute', () => {
    for (const { utf8, crc32: sum } of vectors().crc32_vectors) expect(crc32(Buffer.from(utf8))).toBe(sum)
    expect(crc32(vectors().raw_body)).toBe(vectors().crc32)
  })

  it('are signed over the text that we build', () => {
    const { headers, webhook_id: webhookId, raw_body: body, message, public_key_pem: pem } = vectors()
    const transmission = readTransmission(headers, new Date('2026-11-20T12:03:00Z'))
    if (typeof transmission === 'string') throw new Error(transmission)
    const text = signedText(transmission, webhookId, Buffer.from(body))
    expect(text).toBe(message)
    const isRight = (signed: string) =>
      verify('RSA-SHA256', Buffer.from(signed), createPublicKey(pem), Buffer.from(transmission.signature, 'base64'))
    expect(isRight(text)).toBe(true)
    expect(isRight(signedText(transmission, webhookId, Buffer.from(`${body} `)))).toBe(false)
    expect(isRight(signedText(transmission, 'OTHER', Buffer.from(body)))).toBe(false)
  })
})
