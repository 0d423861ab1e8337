import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { visa } from '../../../services/visa/index.ts'
import { describeKind } from '../edited-kind.ts'
import { readForm } from '../form.ts'
import { NationalitiesInput } from './nationalities-input.tsx'
import { blankRule, readTypedRule, type TypedRule, typedRule } from './typed.ts'

const [{ fields }, { rules }] = await Promise.all([visa.fields(), visa.rules()])
const edited = describeKind(visa, fields, rules)
const words = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const editor = (rows: readonly TypedRule[], errors: Readonly<Record<string, string>> = {}) =>
  renderToStaticMarkup(
    <NationalitiesInput
      id="rules"
      label="Rules"
      currency="USD"
      rows={rows}
      onChange={() => {}}
      errorAt={(place) => errors[place]}
    />,
  )

describe('the editor of rules by nationality', () => {
  it('explains what no rules mean', () => {
    expect(words(editor([]))).toContain('the visa is the same for every nationality')
  })
  it('shows countries by name, each with a button that removes it, and errors at their fields', () => {
    const html = editor([{ ...blankRule, nationalities: ['PK', 'IN'] }], { '0.price': 'Please enter a valid amount' })
    expect(html).toContain('aria-label="Remove Pakistan"')
    expect(words(html)).toContain('Anywhere')
    expect(words(html)).toContain('Please enter a valid amount')
    expect(words(html)).toContain('Bank statement of the last three months')
  })
  it('asks a rule that is not sold only for what to do instead', () => {
    const html = words(editor([{ ...blankRule, is_available: false }]))
    expect(html).toContain('What the customer can do instead')
    expect(html).not.toContain('Processing days')
  })
  it('reads back what it shows, and keeps text that is no number for its field to report', () => {
    const anyText = fc.option(fc.integer({ min: 1, max: 3000 }))
    fc.assert(
      fc.property(anyText, anyText, fc.boolean(), (price, days, isAvailable) => {
        const stored = {
          ...{ nationalities: ['IN'], residences: [], is_available: isAvailable, next_step: 'Ask us', documents: [] },
          ...{ price: isAvailable ? price : null, child_price: null, processing_days: isAvailable ? days : null },
          ...{ max_stay_days: null, validity_days: null },
        }
        expect(readTypedRule(typedRule(stored, 'KWD'), 'KWD')).toEqual(stored)
      }),
    )
    const values = {
      ...{ 'details.country': 'Oman', 'details.visa_type': 'Visa', 'details.price': '10', currency: 'USD' },
      'details.nationality_rules': [{ ...blankRule, price: 'cheap', processing_days: '1.5' }],
    }
    const named = edited.fields.filter(({ path }) => path in values)
    const read = readForm(named, fields.details, values)
    expect(
      'errors' in read &&
        Object.keys(read.errors)
          .filter((path) => path.includes('rules'))
          .sort(),
    ).toEqual(['details.nationality_rules.0.price', 'details.nationality_rules.0.processing_days'])
  })
})
