import { describe, expect, test } from 'vitest'
import { bookingId, bookingOf, bookingToken, chromeOf, paymentOf, tourOf } from '../testing/fake-api.ts'
import { linksOf, open, textOf, withToken } from '../testing/open-page.ts'

describe('paying', () => {
  const page = (more: Parameters<typeof paymentOf>[0] = {}, query = withToken) =>
    open(`/booking-payment?${query}`, { payments: [paymentOf(more)] })

  test('[C191, C193, C194, C297, A286] shows what is paid for and exactly how much', async () => {
    const text = textOf((await page()).html)
    for (const part of [
      'Back',
      'Complete Your Payment',
      'Tour Booking',
      'Evening Desert Safari',
      'Aisha Khan',
      'aisha@example.com',
      '+919876543210',
      'TH0123456789',
      '$155.00',
      'Your payment is secured with bank-level encryption',
    ])
      expect(text).toContain(part)
  })

  test('[C193, C194] leaves out what is not there, and has the note of the back office, or none', async () => {
    const bare = textOf((await page({ service_title: '', customer_email: '', customer_phone: null })).html)
    for (const word of ['Evening Desert Safari', 'Email', 'Phone']) expect(bare).not.toContain(word)
    for (const word of ['Aisha Khan', 'TH0123456789', '$155.00']) expect(bare).toContain(word)
    const noted = async (paymentNote: string) =>
      textOf(
        (await open(`/booking-payment?${withToken}`, { payments: [paymentOf()], chrome: chromeOf({ paymentNote }) }))
          .html,
      )
    expect(await noted('Paid by a bank in Dubai')).toContain('Paid by a bank in Dubai')
    for (const note of ['Paid by a bank in Dubai', '']) expect(await noted(note)).not.toContain('bank-level encryption')
  })

  test.each([
    ['Asia/Kolkata', '2026-11-23T18:15:00.000Z', '2026-11-23 11:45 PM'],
    ['Asia/Kolkata', '2026-11-23T18:45:00.000Z', '2026-11-24 12:15 AM'],
    ['America/New_York', '2026-11-24T04:45:00.000Z', '2026-11-23 11:45 PM'],
    ['America/New_York', '2026-11-24T05:15:00.000Z', '2026-11-24 12:15 AM'],
  ])('says until when to pay on the clock of an agency in %s', async (timeZone, expires_at, shown) => {
    const payments = [paymentOf({ expires_at })]
    const { html } = await open(`/booking-payment?${withToken}`, { payments, chrome: chromeOf({ timeZone }) })
    expect(textOf(html)).toContain(`Please pay before ${shown}`)
  })

  test('[C297, A286] shows both amounts, to the paisa, before one pays in another currency', async () => {
    const methods = paymentOf().methods.map((method) =>
      method.name === 'sandbox_card'
        ? { ...method, charge: { minor: 1_338_735, currency: 'INR' }, isConverted: true }
        : method,
    )
    const text = textOf((await page({ methods })).html)
    expect(text).toContain('$155.00')
    expect(text).toMatch(/Sandbox card Instant.*₹13,387\.35/)
    expect(textOf((await page()).html)).not.toContain('₹')
  })

  test('[C189, C190] names and amounts of an old address change nothing', async () => {
    const { html } = await page({}, `${withToken}&amount=1&customerName=Mallory&serviceTitle=Free`)
    expect(textOf(html)).not.toContain('Mallory')
    expect(textOf(html)).toContain('$155.00')
  })

  test('[C198, C200, A209] methods are marked, and manual ones preview their instructions', async () => {
    const text = textOf((await page()).html)
    expect(text).toContain('Bank Transfer Manual Transfer the exact amount.')
    expect(text).toContain('Sandbox card Instant')
    const wordy = paymentOf().methods.map((method) =>
      method.type === 'manual' ? { ...method, manual_instructions: `${'x'.repeat(99)}yz` } : method,
    )
    expect(textOf((await page({ methods: wordy })).html)).toContain(`Manual ${'x'.repeat(99)}… `)
  })

  test("marks the agency's words that are in another language than the page", async () => {
    const words = { label: 'Bank deposit', manual_instructions: 'Name your booking.' }
    const methodsIn = (languages: object) =>
      paymentOf().methods.map((method) => (method.type === 'manual' ? { ...method, ...words, ...languages } : method))
    const marked = { languages: { label: 'ar', manual_instructions: 'ar' } }
    const { html } = await page({ methods: methodsIn(marked) })
    expect(html).toMatch(/<span[^>]* lang="ar">Bank deposit/)
    expect(html).toMatch(/<span[^>]* lang="ar">Name your booking\./)
    expect((await page({ methods: methodsIn({}) })).html).not.toContain('lang="ar">')
    const attempt = { ...transfer, instructions: 'Name your booking.', instructions_language: 'ar' }
    expect((await page({ attempt })).html).toMatch(/<p[^>]* lang="ar">Name your booking\./)
  })

  test('shows the step of the booking, the amount of each method and a short footer', async () => {
    const { html } = await page()
    expect(html).toMatch(/<li aria-current="step"><span aria-hidden="true">2<\/span>Payment/)
    expect(textOf(html)).toContain('Next, you pay on a secure page. $155.00')
    expect(textOf(html)).not.toContain('Quick links')
    expect((await page({ isPayable: false })).html).not.toContain('aria-current="step"')
  })

  test('[C193] names the day and the time of what is paid for', async () => {
    expect(textOf((await page()).html)).toContain('Evening Desert Safari Mon 14 Dec 2026 · 03:00 PM')
    const dateless = textOf((await page({ travel_date: null, travel_time: null })).html)
    expect(dateless).not.toContain('Dec')
  })

  test('[C199] a card method names what it takes', async () => {
    const card = { label: 'Pay by Card / UPI', brands: ['Visa', 'Mastercard', 'RuPay', 'UPI'] }
    const methods = paymentOf().methods.map((method) => (method.type === 'api' ? { ...method, ...card } : method))
    expect(textOf((await page({ methods })).html)).toContain('Pay by Card / UPI Instant Visa, Mastercard, RuPay, UPI')
  })

  test('[C057] says until when it can be cancelled for free, only while that is so', async () => {
    const until = async (day: string) => textOf((await page({ free_cancellation_until: day })).html)
    expect(await until('2026-12-12')).toContain('Free cancellation until Sat 12 Dec 2026, 11:59 PM (Dubai time)')
    // Until the service starts on the day itself.
    expect(await until('2026-12-14')).toContain('Free cancellation until Mon 14 Dec 2026, 03:00 PM (Dubai time)')
    expect(textOf((await page()).html)).not.toContain('Free cancellation')
  })

  test('[C201, A208] without a method there is a way to the agency', async () => {
    const { html } = await page({ methods: [] })
    expect(textOf(html)).toContain('No payment methods available')
    expect(linksOf(html)).toContain('Contact us -> /contact')
  })

  const transfer = {
    id: bookingId,
    provider: 'bank_transfer',
    state: 'requires_action' as const,
    failureMessage: null,
    bankDetails: {
      accountName: 'Safar Travel House',
      accountNumber: '0123456789',
      bankName: 'Demo Bank',
      branch: '',
      ifsc: '',
      upi: '',
      iban: 'AE070331234567890123456',
      swift: 'DEMOAEAD',
      transferReference: 'TH0123456789',
    },
    instructions: '',
    isUncharged: true,
    isWithdrawn: false,
  }

  test('[C214, C216, A179] a chosen transfer shows its details again after a reload, without the empty ones', async () => {
    const { html } = await page({ attempt: transfer })
    const text = textOf(html)
    // Shown in groups of four, and whole for copying and screen readers.
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain('AE070331234567890123456')
    for (const part of [
      'Account Name',
      '0123456789',
      'IBAN AE07 0331 2345 6789 0123 456',
      'SWIFT',
      'within 24 hours',
      'Choose another method',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('IFSC Code')
    expect(text).not.toContain('Branch')
    const all = {
      ...transfer.bankDetails,
      ifsc: 'SAFR0000001',
      upi: 'safar@upi',
      bankName: 'Example Bank',
      branch: 'Deira',
    }
    const whole = textOf((await page({ attempt: { ...transfer, bankDetails: all } })).html)
    for (const row of [
      'IFSC Code SAFR0000001',
      'UPI ID safar@upi',
      'Bank Name Example Bank',
      'Branch Deira',
      'IBAN AE07',
    ])
      expect(whole).toContain(row)
  })

  test('a transfer is promised to be checked within the hours that staff have set', async () => {
    const payments = [paymentOf({ attempt: transfer })]
    const chrome = chromeOf({ transferVerificationHours: 7 })
    const { html } = await open(`/booking-payment?${withToken}`, { payments, chrome })
    expect(textOf(html)).toContain('within 7 hours')
  })

  test('a proof that is there is pending verification; a question of the shop is shown with its reason', async () => {
    const waiting = await page({
      attempt: transfer,
      proof: { state: 'pending-verification', reason: null, versions: 1, may_be_gif: true },
    })
    expect(textOf(waiting.html)).toContain('Pending Verification')
    // Once is enough.
    expect(textOf(waiting.html).match(/within 24 hours/g)).toHaveLength(1)
    const asked = await page({
      attempt: transfer,
      proof: { state: 'new-proof-asked', reason: 'It cannot be read', versions: 1, may_be_gif: true },
    })
    expect(textOf(asked.html)).toContain('Please upload a new payment proof It cannot be read')
  })

  test('[C196, C213] after a decline or a cancellation it says so, and the booking can be paid again', async () => {
    const ended = { ...transfer, provider: 'sandbox_card', bankDetails: null }
    const declined = await page({ attempt: { ...ended, state: 'failed', failureMessage: 'Your card was declined' } })
    expect(textOf(declined.html)).toContain('Your card was declined')
    expect(textOf(declined.html)).toContain('Try again')
    const cancelled = await page({ attempt: { ...ended, state: 'cancelled' } })
    expect(textOf(cancelled.html)).toContain('Payment cancelled by user')
    expect(textOf(cancelled.html)).toContain('How would you like to pay?')
  })

  test('a payment under check is not paid again', async () => {
    const text = textOf((await page({ isPayable: false, isChecking: true })).html)
    expect(text).toContain('We are checking your payment. Do not pay again.')
    expect(text).not.toContain('How would you like to pay?')
  })

  test('nothing is said to be uncharged until the provider has answered', async () => {
    const ended = { ...transfer, provider: 'sandbox_card', bankDetails: null, state: 'expired' as const }
    expect(textOf((await page({ attempt: ended })).html)).toContain('Nothing was charged.')
    const unclear = textOf((await page({ attempt: { ...ended, isUncharged: false } })).html)
    expect(unclear).not.toContain('Nothing was charged')
    expect(unclear).toContain('Contact us before you pay again.')
  })

  test('a booking that is paid or closed offers no payment', async () => {
    const paid = textOf((await page({ isPayable: false, payment_status: 'completed' })).html)
    expect(paid).toContain('This booking is paid')
    expect(paid).not.toContain('How would you like to pay?')
  })

  test('[C188, C227] without the token there is nothing to see', async () => {
    const { html, status } = await page({}, `bookingId=${bookingId}`)
    expect(status).toBe(404)
    expect(textOf(html)).toContain('Booking Not Found')
    expect(html).not.toContain('Aisha')
  })
})

describe('the booking form in another currency', () => {
  test('[C296] prices each guest in the chosen currency, marked as converted, with what is charged behind it', async () => {
    const text = textOf((await open(`/tours/${tourOf().id}/booking`, {}, 'INR')).html)
    expect(text).toMatch(/≈\s₹4,730\.00 each \$55\.00/)
    expect(textOf((await open(`/tours/${tourOf().id}/booking`)).html)).toMatch(/\$55\.00 each [^$]/)
  })
})

describe('the confirmation', () => {
  const show = (more: Parameters<typeof bookingOf>[0] = {}, path = `/booking-confirmation?${withToken}`) =>
    open(path, { bookings: [bookingOf(more)] })

  test('[C008] opens by path, by booking and by bookingId', async () => {
    for (const path of [
      `/booking-confirmation/${bookingId}?token=${bookingToken}`,
      `/booking-confirmation?booking=${bookingId}&token=${bookingToken}`,
      `/booking-confirmation?${withToken}`,
    ])
      expect(textOf((await show({}, path)).html)).toContain('TH0123456789')
  })

  test('what was paid stands in one list with the total, so that their digits line up', async () => {
    const { html } = await show({ paid_amount: bookingOf().final_amount })
    const [sums = '', ...others] = [...html.matchAll(/<dl class="sum.*?<\/dl>/g)].map(String)
    expect(textOf(sums)).toMatch(/Total \$155\.00 Paid \$155\.00/)
    expect(others).toEqual([])
  })

  test('[C227] anything else is Booking Not Found with a way home', async () => {
    for (const path of [
      '/booking-confirmation',
      '/booking-confirmation/nonsense',
      `/booking-confirmation?bookingId=${bookingId}`,
    ]) {
      const page = await show({}, path)
      expect(page.status).toBe(404)
      expect(textOf(page.html)).toContain('Booking Not Found')
      expect(linksOf(page.html)).toContain('Go Home -> /')
      expect(page.html).not.toContain('aisha@example.com')
    }
  })

  test('[C228] shows booking, customer and payment in the booking’s currency', async () => {
    const text = textOf((await show()).html)
    for (const part of [
      'Mon 23 Nov 2026',
      '03:00 PM',
      '2 adults, 1 child',
      'Aisha Khan',
      '2 adults × $55.00',
      '$155.00',
    ])
      expect(text).toContain(part)
  })

  test('[C229] says what is stored, whatever the address claims', async () => {
    const text = textOf((await show({}, `/booking-confirmation?${withToken}&status=success`)).html)
    expect(text).toContain('Booking received, payment due')
    expect(text).not.toContain('Payment received')
  })

  test.each([
    [{}, 1],
    [{ booking_status: 'confirmed', payment_status: 'completed' }, 1],
    [{ payment_status: 'completed' }, 1],
    [{ payment_checking: true }, 1],
    [{ payment_method: 'cash_on_arrival', awaits_agency: true }, 1],
    [{ payment_method: 'cash_on_arrival' }, 1],
    [{ booking_status: 'cancelled' }, 0],
  ] as const)('promises an email once: %o', async (state, times) => {
    const promises = (text: string) => text.match(/\bemail (?:every|the|to|aisha)|confirmation to aisha/g) ?? []
    expect(promises(textOf((await show(state)).html))).toHaveLength(times)
  })

  test('[C209, C231] cash is paid on arrival, and the next tour is a link away', async () => {
    const { html } = await show({ payment_method: 'cash_on_arrival' })
    expect(textOf(html)).toContain('Pay on arrival')
    expect(textOf(html)).not.toContain('as soon as the payment is settled')
    expect(linksOf(html)).toContain('Book Another Tour -> /tours')
  })

  test('[C231] after another service the way leads to the list of that service', async () => {
    const next = async (service_type: string) =>
      linksOf((await show({ service_type })).html).find((link) => /nother/.test(link))
    expect(await Promise.all(['package', 'visa', 'ticket', 'transfer', 'umrah'].map(next))).toEqual([
      'Book Another Package -> /packages',
      'Apply for Another Visa -> /visas',
      'Book Another Ticket -> /tickets',
      'Book Another Transfer -> /transfers',
      'Book Another Umrah Package -> /umrah',
    ])
    expect(await next('ok_to_board')).toMatch(/^Book for another passenger -> \/ok-to-board\?/)
  })

  test('[C121] shows the terms it was booked under with their days, and what a cancellation would give today', async () => {
    const cancellation = {
      steps: [
        { days: 30, percent: 100, until: '2026-10-24' },
        { days: 15, percent: 50, until: '2026-11-08' },
      ],
      free_until: '2026-10-24',
      today: { percent: 50, refund: { minor: 7_750, currency: 'USD' } },
    }
    const text = textOf((await show({ cancellation })).html)
    expect(text).toContain('Free cancellation until Sat 24 Oct 2026, 11:59 PM (Dubai time)')
    expect(text).toContain('Until Sat 24 Oct 2026 100% Until Sun 8 Nov 2026 50% Later Nothing')
    expect(text).toContain('If you cancel today, you get $77.50 back (50%). You can cancel in My booking.')
    expect(textOf((await show({ cancellation: { ...cancellation, free_until: null } })).html)).not.toContain('Free can')
    for (const over of [{ cancellation: null }, { cancellation, booking_status: 'cancelled' as const }])
      expect(textOf((await show(over)).html)).not.toContain('You can cancel')
  })

  test('[C230] the invoice is a download for whoever holds the link; a voucher comes with the confirmation', async () => {
    const waiting = linksOf((await show()).html).join('\n')
    expect(waiting).toContain(`Download Invoice -> /api/papers/${bookingId}/invoice.pdf?link=`)
    expect(waiting).toContain('Add to calendar -> ')
    expect(waiting).not.toMatch(new RegExp(`/api/.*${bookingToken}`))
    expect(waiting).not.toContain('Download Voucher')
    const confirmed = linksOf((await show({ booking_status: 'confirmed' })).html)
    expect(confirmed.join('\n')).toContain(`Download Voucher -> /api/papers/${bookingId}/voucher.pdf?link=`)
    const shared = confirmed.find((link) => link.startsWith('Share on WhatsApp'))
    expect(shared).toContain('TH0123456789')
    expect(shared).not.toContain(bookingToken)
  })

  test('a refund adds its credit note to the downloads', async () => {
    const links = linksOf((await show({ payment_status: 'refunded' })).html).join('\n')
    expect(links).toContain(
      `Download Credit Note CN-2026-000042 -> /api/papers/${bookingId}/credit-notes/n1?link=signed`,
    )
    expect(linksOf((await show({ payment_status: 'completed' })).html).join('\n')).not.toContain('Credit Note')
  })

  test('[C209] cash for an item that is confirmed at once is still to be paid on arrival', async () => {
    const cash = { payment_method: 'cash_on_arrival', booking_status: 'confirmed' } as const
    const text = textOf((await show(cash)).html)
    expect(text).toContain('Booking Confirmed')
    expect(text).toContain('Confirmed Payment pending Pay on arrival')
    expect(text).toContain('Pay on arrival: please bring $155.00 in cash.')
    for (const other of [{ payment_status: 'completed' }, { booking_status: 'cancelled' }] as const)
      expect(textOf((await show({ ...cash, ...other })).html)).not.toContain('Pay on arrival')
  })

  test('[C056] a booking with a pickup advises to arrive 15 minutes before', async () => {
    expect(textOf((await show()).html)).toContain('15 minutes before pickup')
    expect(textOf((await show({ has_pickup: false })).html)).not.toContain('15 minutes')
  })
})

describe('signing in', () => {
  test('[C252] the admin screen has two tabs, a toggle for the password and the note', async () => {
    const { html } = await open('/auth')
    const text = textOf(html)
    expect(text).toContain('Login Sign Up')
    expect(html).toContain('aria-label="Show password"')
    expect(text).toContain('Admin accounts are managed by the system administrator.')
    const login = /<div[^>]*role="tabpanel"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(textOf(login)).not.toContain('Full name')
  })

  test('[C262] the profile waits for the session, and shows nobody’s data on the way', async () => {
    const page = await open('/profile')
    expect(page.html).toContain('aria-busy="true"')
  })
})
