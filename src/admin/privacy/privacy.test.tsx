import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { StoredData } from './stored-data.tsx'

const person = {
  email: 'asha@example.com',
  has_account: true,
  is_staff: false,
  bookings: 3,
  messages: 1,
  waiting: 0,
  open: [] as string[],
}
const draw = (more: Partial<typeof person> = {}) =>
  renderToStaticMarkup(<StoredData person={{ ...person, ...more }} onErase={() => {}} />).replaceAll('<wbr/>', '')

describe('the stored data of a person', () => {
  it('is listed, and can be erased', () => {
    const html = draw()
    for (const text of ['asha@example.com', 'Account', 'Yes', '>3<', 'Erase personal data'])
      expect(html).toContain(text)
  })
  it('cannot be erased while bookings are open, which it links to, or for staff', () => {
    const html = draw({ open: ['TH0123456789', 'TH0123456790'] })
    for (const reference of ['TH0123456789', 'TH0123456790'])
      expect(html).toMatch(new RegExp(`<a href="/admin/bookings/${reference}"[^>]*>${reference}</a>`))
    expect(html).toContain('settle their payments first')
    expect(html).not.toContain('<button')
    expect(draw({ is_staff: true })).toContain('is a staff member')
    expect(draw({ is_staff: true })).not.toContain('<button')
  })
})
