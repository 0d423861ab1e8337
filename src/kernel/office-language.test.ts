import { expect, test } from 'vitest'
import { officeLanguageOf } from './office-language.ts'

test.each([
  ['safar_office_language=ar', 'en', 'ar'],
  ['a=1; safar_office_language=en; b=2', 'ar', 'en'],
  ['safar_office_language=hi', 'ar', 'ar'],
  ['safar_office_language=<script>', 'en', 'en'],
  ['not_safar_office_language=ar', 'en', 'en'],
  ['', 'ur', 'en'],
  [undefined, 'ar', 'ar'],
] as const)(
  'the back office with the cookie %s in a shop whose first language is %s is in %s',
  (cookie, first, language) => {
    expect(officeLanguageOf(cookie, first)).toBe(language)
  },
)
