import { describe, expect, it, test } from 'vitest'
import type { Reader } from '../../../../kernel/translations.ts'
import { splitInstructions } from './bank-details.ts'
import { differingFact, shownWords, translatableWords } from './translated-words.ts'

const arabic: Reader = { language: 'ar', original: 'en' }
const account = 'Account Name: Safar Travel House\nIBAN: AE070331234567890123456'
const written = {
  ...({ type: 'manual', display_name: 'Bank deposit' } as const),
  manual_instructions: `Transfer the exact amount.\n${account}\nCall +971 4 555 0100 with questions.`,
}
const translated = (texts: Record<string, string>, more: object = {}) => ({
  ...written,
  translations: { ar: { version: 1, texts, sources: {} } },
  ...more,
})
const words = 'حوّل المبلغ كاملًا.\nللاستفسار اتصل على 0100 555 4 971+.'

test('the lines of the bank account are not translated', () => {
  expect(splitInstructions(written.manual_instructions)).toEqual({
    account,
    words: 'Transfer the exact amount.\nCall +971 4 555 0100 with questions.',
  })
  const originals = (gateway: Parameters<typeof translatableWords>[0]) =>
    Object.fromEntries(translatableWords(gateway).map(({ path, original }) => [path, original]))
  expect(originals(written)).toEqual({
    display_name: 'Bank deposit',
    manual_instructions: 'Transfer the exact amount.\nCall +971 4 555 0100 with questions.',
  })
  expect(originals({ ...written, type: 'api' }).manual_instructions).toBe('')
  expect(originals({ ...written, manual_instructions: account }).manual_instructions).toBe('')
})

test('a name need not be translated', () => {
  expect(translatableWords(written).map(({ isOptional = false }) => isOptional)).toEqual([true, false])
})

describe('a translation has the facts of its original', () => {
  const original = 'Pay AED 1,500 to AE07 0331 2345 within 2 days, or to desk@okbank. Call +971 4 555 0100.'
  it('in any order, and short numbers may become words', () => {
    const same = 'خلال يومين إلى desk@okbank أو AE07 0331 2345 مبلغ 1,500 درهم، هاتف 971+ 4 555 0100'
    expect(differingFact(original, same)).toBeNull()
  })
  it.each([
    ['another account number', original.replace('0331', '0332'), '0331'],
    ['another code', original.replace('AE07', 'AE08'), 'AE07'],
    ['another UPI id', original.replace('desk@', 'thief@'), 'desk@okbank'],
    ['another amount', original.replace('1,500', '1,400'), '500'],
    ['no phone number', original.replace('555 0100', ''), '555'],
    ['one more account number', `${original} 98765432`, '98765432'],
    ['digits of another script', original.replace('0331', '٠٣٣١'), '0331'],
    ['a line with a bank account', `${original}\nBank name: Other Bank`, 'Bank name: Other Bank'],
  ])('not %s', (_, translation, fact) => {
    expect(differingFact(original, translation)).toBe(fact)
  })
})

describe('a reader sees', () => {
  it('what the agency has written, if they read its language', () => {
    const { display_name, manual_instructions } = written
    expect(shownWords(translated({ display_name: 'إيداع' }), null)).toEqual({ display_name, manual_instructions })
  })
  it('translations, and the account as written', () => {
    const texts = { display_name: 'إيداع بنكي', manual_instructions: words }
    expect(shownWords(translated(texts), arabic)).toEqual({
      display_name: 'إيداع بنكي',
      manual_instructions: `${words}\n${account}`,
    })
  })
  it('each text that is not translated with its language', () => {
    const { display_name, manual_instructions } = written
    const languages = { display_name: 'en', manual_instructions: 'en' }
    expect(shownWords(translated({}), arabic)).toEqual({ display_name, manual_instructions, languages })
    expect(shownWords(translated({ manual_instructions: words }), arabic).languages).toEqual({ display_name: 'en' })
    const empty = { display_name: '', manual_instructions: '' }
    expect(shownWords(translated({}, empty), arabic)).toEqual(empty)
  })
  it('an outdated translation, unless the original names another account now', () => {
    const now = (to: string) => ({ manual_instructions: written.manual_instructions.replace('0100', to) })
    const reworded = { manual_instructions: written.manual_instructions.replace('exact', 'whole') }
    const texts = { manual_instructions: words }
    expect(shownWords(translated(texts, reworded), arabic).manual_instructions).toContain(words)
    const changed = now('0199')
    expect(shownWords(translated(texts, changed), arabic)).toMatchObject({
      ...changed,
      languages: { manual_instructions: 'en' },
    })
  })
  it('no instructions of an online method', () => {
    const online = shownWords(translated({ manual_instructions: words }, { type: 'api' }), arabic)
    expect(online).toEqual({ display_name: 'Bank deposit', manual_instructions: '', languages: { display_name: 'en' } })
  })
})
