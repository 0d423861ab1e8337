import { expect, it } from 'vitest'
import { whatsAppHref } from './whatsapp.ts'

it('the WhatsApp link opens a chat with the customer and any text', () => {
  const href = whatsAppHref('+91 98765-43210', 'Pay here: https://shop.test/?a=1&b=2 #now')
  const url = new URL(href)
  expect([url.host, url.pathname, url.hash]).toEqual(['wa.me', '/919876543210', ''])
  expect(url.searchParams.get('text')).toBe('Pay here: https://shop.test/?a=1&b=2 #now')
  expect(new URL(whatsAppHref(null, 'x')).pathname).toBe('/')
})
