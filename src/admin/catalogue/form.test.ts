import { describe, expect, it } from 'vitest'
import { kinds } from '../../services/index.ts'
import type { ServiceKind } from '../../services/kind.ts'
import { cruise } from '../../services/testing/cruise/index.ts'
import { tour } from '../../services/tour/index.ts'
import { describeKind, type EditedKind } from './edited-kind.ts'
import { changedPaths, compare, type FormValues, formOf, type Item, newForm, onlyPaths, readForm } from './form.ts'

/** With the template of new kinds. Pages have no texts of it, so it borrows the tour's labels. */
const tried: readonly ServiceKind[] = [...kinds, { ...cruise, key: 'example', labels: tour.labels }]
async function editedKind(key: string): Promise<EditedKind> {
  const kind = tried.find((each) => each.key === key)
  if (!kind) throw new Error(key)
  const [{ fields }, { rules }] = await Promise.all([kind.fields(), kind.rules()])
  return describeKind(kind, fields, rules)
}
const read = (edited: EditedKind, values: FormValues) => {
  const result = readForm(edited.fields, edited.details, values)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.item
}
const errorsOf = (edited: EditedKind, values: FormValues) => {
  const result = readForm(edited.fields, edited.details, values)
  return 'errors' in result ? result.errors : {}
}
const filled = {
  tour: { title: 'A tour', 'details.price_adult': '55.00' },
  transfer: { title: 'A transfer', 'details.base_price': '120.00' },
  umrah: { title: 'Umrah', 'details.price': '1450.00', 'details.duration_days': '10', 'details.duration_nights': '9' },
}
/** The forms of a kind's demo items, after the one of a new item that has the first one's required fields only. */
async function demoForms({ kind, fields, details }: EditedKind): Promise<FormValues[]> {
  const { seed = [] } = (await kind.seed?.()) ?? {}
  const forms = seed.map((item) =>
    formOf(fields, {
      currency: kind.defaultCurrency,
      ...item,
      status: item.status ?? 'active',
      details: details.parse(item.details),
    }),
  )
  const required = fields.filter(({ spec }) => spec.required).map(({ path }) => [path, forms[0]?.[path]])
  return [{ ...newForm(fields), ...Object.fromEntries(required) }, ...forms]
}

describe('the editor form of every kind', () => {
  it('accepts valid input and shows the same values when reopened', async () => {
    for (const { key } of tried) {
      const edited = await editedKind(key)
      const forms = await demoForms(edited)
      expect(forms.length, key).toBeGreaterThan(1)
      for (const values of forms) {
        const item = read(edited, values)
        const stored = { currency: item.currency, ...item, details: edited.details.parse(item.details) } as Item
        const again = formOf(edited.fields, stored)
        expect({ key, changed: changedPaths(edited.fields, values, again).filter((path) => path !== 'slug') }).toEqual({
          key,
          changed: [],
        })
      }
    }
  })

  it('drops blank questions, and names the one that has no answer', async () => {
    const tour = await editedKind('tour')
    const given = (...faq: { question: string; answer: string }[]) => ({
      ...newForm(tour.fields),
      ...filled.tour,
      'details.faq': faq,
    })
    const whole = { question: ' Is it far? ', answer: 'No ' }
    const blank = { question: ' ', answer: '' }
    const stored = tour.details.parse(read(tour, given(whole, blank)).details)
    expect(stored).toMatchObject({ faq: [{ question: 'Is it far?', answer: 'No' }] })
    expect(errorsOf(tour, given(whole, { question: 'Why?', answer: ' ' }))).toEqual({
      'details.faq': 'Please enter both question 2 and its answer',
    })
  })

  it('requires exactly the fields that the kind requires, and hides a derived title', async () => {
    const required: Record<string, string[]> = {
      tour: ['title', 'price_adult'],
      package: ['title', 'location', 'days', 'nights', 'price_adult'],
      visa: ['visa_type', 'country', 'price'],
      ticket: ['title', 'price_adult'],
      transfer: ['title', 'transfer_type', 'base_price'],
      umrah: ['title', 'price', 'duration_days', 'duration_nights'],
    }
    for (const [key, names] of Object.entries(required)) {
      const { fields, details } = await editedKind(key)
      const marked = fields.filter(({ spec }) => spec.required)
      expect(marked.map(({ spec }) => spec.name).sort(), key).toEqual([...names].sort())
      const empty = Object.fromEntries(marked.map(({ path }) => [path, ' ']))
      const result = readForm(fields, details, { ...newForm(fields), ...empty })
      expect(Object.keys('errors' in result ? result.errors : {}).sort(), key).toEqual(
        marked.map(({ path }) => path).sort(),
      )
    }
  })

  it('puts every field on a tab, and gives Umrah its four tabs', async () => {
    const umrah = await editedKind('umrah')
    expect(umrah.tabs).toEqual(['Basic Info', 'Details', 'Inclusions', 'Policies'])
    const tabOf = (name: string) => umrah.fields.find(({ spec }) => spec.name === name)?.tab
    expect([tabOf('price'), tabOf('departure_city'), tabOf('includes'), tabOf('cancellation_policy')]).toEqual([
      'Basic Info',
      'Details',
      'Inclusions',
      'Policies',
    ])
    expect((await editedKind('ok_to_board')).tabs).toHaveLength(1)
    expect((await editedKind('tour')).tabs).toEqual([
      ...['Basic', 'Pricing', 'Schedules', 'Content', 'Media', 'Details', 'Settings'],
    ])
  })
})

describe('form input', () => {
  it('is an exact amount in minor units or an error, never a silent 0 [A053]', async () => {
    const tour = await editedKind('tour')
    const price = (text: string) => {
      const values = { ...newForm(tour.fields), title: 'T', 'details.price_adult': text }
      const result = readForm(tour.fields, tour.details, values)
      return 'item' in result ? result.item.details.price_adult : result.errors['details.price_adult']
    }
    expect(['55', '55.1', '55.10', '1,250.05', '0'].map(price)).toEqual([5500, 5510, 5510, 125_005, 0])
    for (const bad of ['abc', '5.555', '-1', '1e3', '12,50', '٥'])
      expect(price(bad), bad).toBe('Please enter a valid amount with at most 2 decimals')
    const transfer = await editedKind('transfer')
    const errors = errorsOf(transfer, { ...newForm(transfer.fields), ...filled.transfer, 'details.distance_km': 'far' })
    expect(errors).toEqual({ 'details.distance_km': 'Please enter a valid number' })
  })

  it('keeps an empty optional price unset, and drops blank lines from lists', async () => {
    const tour = await editedKind('tour')
    const values = { ...newForm(tour.fields), ...filled.tour, 'details.highlights': ' First \n\n\nSecond\n' }
    expect(read(tour, values).details).toMatchObject({
      price_child: null,
      highlights: ['First', 'Second'],
      instant_confirmation: true,
      time_slots: ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'],
    })
    expect(errorsOf(tour, { ...values, 'details.time_slots': '25:00' })).toHaveProperty(['details.time_slots'])
  })

  it('turns cancellation terms into steps without empty rows [A116]', async () => {
    const umrah = await editedKind('umrah')
    const started = newForm(umrah.fields)
    expect(started['details.cancellation_terms']).toEqual([
      { days: '30', percent: '100' },
      { days: '15', percent: '50' },
    ])
    const values = { ...started, ...filled.umrah }
    const typed = (...steps: [string, string][]) => ({
      ...values,
      'details.cancellation_terms': steps.map(([days, percent]) => ({ days, percent })),
    })
    expect(read(umrah, typed([' 20 ', '80 %'], ['', ''])).details.cancellation_terms).toEqual([
      { days: 20, percent: 80 },
    ])
    expect(read(umrah, typed()).details.cancellation_terms).toEqual([])
    const error = (...steps: [string, string][]) => errorsOf(umrah, typed(...steps))['details.cancellation_terms']
    expect(error(['20', ''])).toBe('Please enter days and percent as whole numbers')
    expect(error(['1.5', '20'])).toBe('Please enter days and percent as whole numbers')
    expect(error(['5', '20'], ['10', '10'])).toContain('Start with the most days')
  })

  it('shows a broken rule of the kind at its field', async () => {
    const umrah = await editedKind('umrah')
    const values = { ...newForm(umrah.fields), ...filled.umrah, 'details.duration_nights': '11' }
    expect(Object.keys(errorsOf(umrah, values))).toEqual(['details.duration_nights'])
  })
})

describe('two people editing one item', () => {
  it('keep changes made on one side only, and choose where both changed a field', async () => {
    const { fields } = await editedKind('tour')
    const base = { ...newForm(fields), ...filled.tour, 'details.location': 'Dubai' }
    const mine = { ...base, title: 'Mine', 'details.duration': '5 hours', status: false }
    const theirs = { ...base, title: 'Theirs', 'details.location': 'Ajman', status: false }
    const { conflicts, merged } = compare(fields, { base, mine, theirs })
    expect(conflicts.map(({ path }) => path)).toEqual(['title'])
    expect(merged).toMatchObject({ title: 'Mine', 'details.location': 'Ajman', 'details.duration': '5 hours' })
    expect(changedPaths(fields, theirs, merged)).toEqual(['title', 'details.duration'])
  })

  it('send only the fields they changed', async () => {
    const tour = await editedKind('tour')
    const item = read(tour, { ...newForm(tour.fields), ...filled.tour })
    expect(onlyPaths(item, ['title', 'details.price_adult'])).toEqual({
      title: 'A tour',
      details: { price_adult: 5500 },
    })
    expect(onlyPaths(item, [])).toEqual({ details: {} })
  })
})
