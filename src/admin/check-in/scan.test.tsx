// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { create as createQr } from 'qrcode'
import { beforeEach, expect, test, vi } from 'vitest'
import type { DepartureToCheckIn } from '../../modules/booking/contract.ts'
import { openScreen } from '../testing/screen.tsx'

const id = '0198c000-0000-7000-8000-00000000000'
const partyOf = (n: number, customer_name: string): DepartureToCheckIn['parties'][number] => ({
  leg: 'outbound',
  ...{ booking_id: `${id}${n}`, booking_reference: `TH000000000${n}`, booking_status: 'confirmed', customer_name },
  ...{
    customer_phone: null,
    travel_time: null,
    selected_language: null,
    pickup_location: null,
    trip_facts: [],
    to_collect: null,
  },
  people: [{ position: 0, type: 'adult', name: null, arrival: null }],
})
const departure: DepartureToCheckIn = {
  ...{ departure_id: `${id}9`, service_type: 'tour', service_title: 'Desert safari', date: '2026-12-01' },
  ...{ first_time: null, last_time: null, people: 2, arrived: 0, is_today: true, has_more: false },
  parties: [partyOf(1, 'Ria Sen'), partyOf(2, 'Zoë Brown')],
}

const stopped = vi.fn()

/** What a canvas has drawn of the video. */
let frame: ImageData
function picture(text: string): ImageData {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' })
  const [step, margin] = [5, 20]
  const side = modules.size * step + 2 * margin
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const [row, column] = [y, x].map((at) => Math.floor((at - margin) / step)) as [number, number]
      const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
      if (isInside && modules.get(row, column)) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  return { data, width: side, height: side } as ImageData
}
/** A camera that shows these codes, one after the other. */
function pointAt(codes: readonly string[], isAllowed = true): void {
  const left = [...codes]
  class BarcodeDetector {
    static readonly getSupportedFormats = async () => ['qr_code']
    readonly detect = async () => {
      const rawValue = left.shift()
      return rawValue === undefined ? [] : [{ rawValue }]
    }
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  const getUserMedia = async () => {
    if (!isAllowed) throw new DOMException('denied', 'NotAllowedError')
    return { getTracks: () => [{ stop: stopped }] }
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, writable: true, value: null })
  HTMLMediaElement.prototype.play = async () => {}
  for (const name of ['videoWidth', 'videoHeight'])
    Object.defineProperty(HTMLVideoElement.prototype, name, { configurable: true, get: () => frame.width })
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: () => {}, getImageData: () => frame })) as never
}
beforeEach(() => stopped.mockClear())

async function scan() {
  const page = await openScreen(`/admin/check-in/departure/${id}9`, {
    'booking/admin/checkIn/departure': () => departure,
    'booking/admin/checkIn/voucher': ({ code }: { code: string }) => ({
      ...{ state: 'cancelled', booking_reference: code, service_title: 'Dhow cruise', travel_date: '2026-12-01' },
      ...{ departure_id: null, party: null, return_leg: null },
    }),
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  fireEvent.click(page.getByRole('button', { name: 'Scan voucher' }))
  return page
}

test('a scanned voucher of the list shows its party, and the camera is switched off', async () => {
  pointAt(['WIFI:x', `https://shop.example/voucher/${id}2.abc.def`])
  const page = await scan()
  await waitFor(() => expect(page.queryByRole('article', { name: 'Ria Sen' })).toBeNull())
  page.getByRole('article', { name: 'Zoë Brown' })
  expect(page.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(stopped).toHaveBeenCalled())
})

test('a voucher of another departure opens its own page', async () => {
  pointAt(['https://shop.example/track-booking?reference=TH0000000007'])
  const page = await scan()
  await page.findByRole('heading', { name: 'Dhow cruise' })
  expect(location.pathname).toBe('/admin/check-in/voucher/TH0000000007')
})

test('a code that is no voucher is explained', async () => {
  pointAt(['https://elsewhere.example/'])
  const page = await scan()
  await page.findByText('This is not a voucher code.')
})

test('a blocked camera is explained', async () => {
  pointAt([], false)
  const page = await scan()
  await page.findByText(/^The camera is not available/)
})

test.each([
  ['no reader of its own', undefined],
  ['a reader that knows no QR codes', Object.assign(class {}, { getSupportedFormats: async () => [] })],
])('a browser with %s reads the picture of the camera itself', async (_what, reader) => {
  pointAt([])
  vi.stubGlobal('BarcodeDetector', reader)
  frame = picture(`https://shop.example/voucher/${id}2.abc.def`)
  const page = await scan()
  await waitFor(() => expect(page.queryByRole('article', { name: 'Ria Sen' })).toBeNull())
  page.getByRole('article', { name: 'Zoë Brown' })
})

test.each(['javascript:alert(1)', 'https://elsewhere.example/voucher/../../staff'])(
  'the code "%s" in the picture of the camera leads nowhere',
  async (text) => {
    pointAt([])
    vi.stubGlobal('BarcodeDetector', undefined)
    frame = picture(text)
    const page = await scan()
    await page.findByText('This is not a voucher code.')
    expect(location.pathname).toBe(`/admin/check-in/departure/${id}9`)
  },
)

test('the camera is not offered where none can be opened', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  const page = await openScreen('/admin/check-in', { 'booking/admin/checkIn/departures': () => ({ departures: [] }) })
  await page.findByText('No departures today')
  expect(page.queryByRole('button', { name: 'Scan voucher' })).toBeNull()
})
