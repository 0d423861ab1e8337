// A shop without a mail server promises no email on any page.
import { describe, expect, test } from 'vitest'
import messages from '../messages/en.json' with { type: 'json' }
import { bookingOf, chromeOf, type FakeWorld, paymentOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { open, textOf, withToken } from '../testing/open-page.ts'

const promise =
  /\b(?:we|and)(?:'ll| will)?(?: also)? e-?mail(?:ed)?\b|by e-?mail|\bour e-?mail|e-?mail (?:we sent|with a link|is on)|sent (?:you an e-?mail|a link)|(?:are|is) sending (?:a|the) |check your e-?mail to|wait for our e-?mail|send your confirmation|where to send/i

function* sentencesOf(node: object, path = ''): Generator<[path: string, sentence: string]> {
  for (const [key, value] of Object.entries(node)) {
    const own = path ? `${path}.${key}` : key
    if (typeof value === 'string') yield [own, value]
    else yield* sentencesOf(value as object, own)
  }
}
const sentences = [...sentencesOf(messages)]
const known = new Set(sentences.map(([path]) => path))
/** Never shown without mail, because what leads to them is not offered. And what people write themselves. */
const notOffered = ['auth.resent', 'profile.password.linkSent', 'myBooking.link.sent', 'myBooking.lost.contactHint']
const isExempt = (path: string) =>
  path.startsWith('waiting.') || [...notOffered, 'myBooking.message.sent', 'enquiry.askIntro'].includes(path)

describe('without a mail server', () => {
  test('every sentence that promises an email has a twin that does not', () => {
    const promising = sentences.filter(([path, sentence]) => promise.test(sentence) && !isExempt(path))
    expect(promising.length).toBeGreaterThan(20)
    expect(promising.filter(([path]) => !known.has(`${path}NoMail`)).map(([path]) => path)).toEqual([])
  })

  test('every twin belongs to a sentence', () => {
    const twins = sentences.filter(([path]) => path.endsWith('NoMail')).map(([path]) => path.slice(0, -'NoMail'.length))
    expect(twins.filter((path) => !known.has(path))).toEqual([])
  })

  const paid = { booking_status: 'confirmed', payment_status: 'completed' } as const
  const waits = stepOf('wait', { because: 'confirmation' })
  const bookings = [
    bookingOf(),
    bookingOf(paid),
    bookingOf({ payment_status: 'completed', next_step: waits }),
    bookingOf({ payment_checking: true, next_step: stepOf('wait', { because: 'payment-check' }) }),
    bookingOf({ payment_gateway: 'cash_on_arrival', payment_method: 'cash_on_arrival', awaits_agency: true }),
    bookingOf({ payment_gateway: 'bank_transfer', next_step: stepOf('wait', { because: 'proof-check' }) }),
  ]
  const worlds: readonly (readonly [path: string, world: FakeWorld])[] = [
    ...['/login', '/register', '/auth', '/forgot-password', '/verify-email', '/booking-tracker', '/contact'].map(
      (path) => [path, {}] as const,
    ),
    ...bookings.flatMap((booking) => [
      [`/booking-confirmation?${withToken}`, { bookings: [booking] }] as const,
      [`/track-booking?${withToken}`, { bookings: [booking] }] as const,
    ]),
    ['/tours/evening-desert-safari/booking', {}],
    [`/booking-payment?${withToken}`, { payments: [paymentOf({ isPayable: false, isChecking: true })] }],
  ]
  const shown = async (path: string, world: FakeWorld, sendsMail: boolean) =>
    textOf((await open(path, { ...world, chrome: chromeOf({ sendsMail, replyClaim: '' }) })).html)

  test.each(worlds)('%s promises none', async (path, world) => {
    expect(await shown(path, world, false)).not.toMatch(promise)
  })

  test('with one, pages do', async () => {
    const pages = await Promise.all(worlds.map(([path, world]) => shown(path, world, true)))
    expect(pages.filter((text) => promise.test(text)).length).toBeGreaterThan(6)
  })

  test.each(['/verify-email', '/auth'])('%s offers to resend nothing', async (path) => {
    expect(await shown(path, {}, false)).not.toContain('Resend')
    expect(await shown(path, {}, true)).toContain('Resend')
  })

  test('a lost password leads to the agency', async () => {
    const text = await shown('/forgot-password', {}, false)
    expect(text).toContain('This shop does not send emails yet We can help you another way. Contact us')
    expect(await shown('/forgot-password', {}, true)).not.toContain('does not send emails')
  })
})
