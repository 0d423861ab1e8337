// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { AuditLine } from '../../modules/account/contract.ts'
import { openScreen, owner } from '../testing/screen.tsx'

const id = '01a1fd1e-8c00-71b7-b50d-5c3b61623b49'
const safari = { title: 'Desert Safari', exists: true, kind: 'tour', currency: 'AED', service_id: null }
const line = (more: Partial<AuditLine>): AuditLine => ({
  ...{ id, at: '2027-01-15T08:00:00.000Z', who: 'Aisha Khan', email: null, subject_type: 'service', subject_id: id },
  ...{ action: 'service.updated', before: null, after: null, subject: safari, names: {}, parts: null },
  ...more,
})
const price = (minor: number) => ({ details: { price_adult: minor } })
const staff = { people: [{ id: owner.id, full_name: 'Asha Rao' }], invitations: [] }

test('an entry is a sentence with a link to the item; more than one field opens as a table', async () => {
  const many = { before: { title: 'A', slug: 'a' }, after: { title: 'B', slug: 'b' } }
  const page = await openScreen('/admin/audit', {
    'account/admin/staff': () => staff,
    'account/admin/audit': () => ({
      items: [
        line({ before: price(14_900), after: price(15_900) }),
        line({ id: 'second', ...many, subject: { ...safari, title: 'Creek walk', exists: false } }),
      ],
      nextCursor: null,
    }),
  })
  const list = await page.findByRole('list', { name: 'Audit Trail' })
  await expect
    .poll(() => list.children[0]?.textContent)
    .toContain('Aisha Khan changed the adult price of Desert Safari from AED 149.00 to AED 159.00')
  const link = within(list).getByRole('link', { name: 'Desert Safari' })
  expect(link.getAttribute('href')).toBe(`/admin/tours/${id}`)
  expect(within(list).queryByRole('link', { name: 'Creek walk' })).toBeNull()
  expect(list.querySelectorAll('details')).toHaveLength(1)
  within(list).getByText('2 fields: before and after')
  expect([...list.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
    'TitleAB',
    'Address in the shopab',
  ])
})

test('an import is one entry with its count, and its parts load when it is opened', async () => {
  const asked: unknown[] = []
  const upload = line({
    ...{ action: 'catalogue.upload-started', subject_type: 'upload', subject_id: 'upload-1' },
    ...{ subject: { ...safari, title: 'tours.csv' }, parts: { count: 2, outcome: { stored: 2, refused: 1 } } },
  })
  const page = await openScreen('/admin/audit?thing=catalogue', {
    'account/admin/staff': () => staff,
    'account/admin/audit': (input: { part_of?: string }) => {
      asked.push(input)
      const parts = [line({ action: 'service.created' }), line({ id: 'other', before: price(1), after: price(2) })]
      return { items: input.part_of ? parts : [upload], nextCursor: null }
    },
  })
  await page.findByText(/2 items stored, 1 row refused/)
  const summary = page.getByText('All 2 entries of this action')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  fireEvent(details, new Event('toggle'))
  await page.findByText(/added/)
  expect(asked).toEqual([
    { thing: 'catalogue', limit: 50 },
    { part_of: 'upload-1', limit: 50 },
  ])
})

test('the filters name people and kinds of things, keep somebody who left, and can be cleared', async () => {
  const asked: unknown[] = []
  const page = await openScreen('/admin/audit?person=gone', {
    'account/admin/staff': () => staff,
    'account/admin/audit': (input: unknown) => {
      asked.push(input)
      return { items: [], nextCursor: null }
    },
  })
  await page.findByText('No entries found')
  const person = () => page.getByLabelText('Person') as HTMLSelectElement
  await expect
    .poll(() => [...person().options].map(({ text }) => text))
    .toEqual(['Everybody', 'Asha Rao', 'The shop itself', 'Former staff'])
  expect(person().value).toBe('gone')
  fireEvent.change(person(), { target: { value: owner.id } })
  fireEvent.change(page.getByLabelText('About'), { target: { value: 'bookings' } })
  fireEvent.submit(person().closest('form') as HTMLFormElement)
  await expect.poll(() => asked.at(-1)).toEqual({ person: owner.id, thing: 'bookings', limit: 50 })
  expect(location.search).toBe(`?person=${owner.id}&thing=bookings`)
  fireEvent.click(page.getByRole('link', { name: 'Clear filters' }))
  await expect.poll(() => asked.at(-1)).toEqual({ limit: 50 })
  await page.findByText('Changes that staff make appear here.')
})
