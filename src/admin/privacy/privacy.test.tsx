import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Found } from './found.tsx'

const person = {
  email: 'asha@example.com',
  has_account: true,
  is_staff: false,
  bookings: 3,
  messages: 1,
  open: [] as string[],
}
const draw = (more: Partial<typeof person> = {}) =>
  renderToStaticMarkup(<Found person={{ ...person, ...more }} onErase={() => {}} />).replaceAll('<wbr/>', '')

describe('what is found of a person', () => {
  it('says what there is, and offers to erase it', () => {
    const html = draw()
    for (const text of ['asha@example.com', 'Account', 'Yes', '>3<', 'Erase personal data'])
      expect(html).toContain(text)
  })
  it('offers nothing while bookings are open, to which it leads, and of staff', () => {
    const html = draw({ open: ['TH0123456789', 'TH0123456790'] })
    for (const reference of ['TH0123456789', 'TH0123456790'])
      expect(html).toMatch(new RegExp(`<a href="/admin/bookings\\?q=${reference}"[^>]*>${reference}</a>`))
    expect(html).toContain('settle their payments first')
    expect(html).not.toContain('<button')
    expect(draw({ is_staff: true })).toContain('on the staff')
    expect(draw({ is_staff: true })).not.toContain('<button')
  })
})
