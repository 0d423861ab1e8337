import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useReaderLocale } from '../../ui/say.tsx'
import { ShopIntl } from './intl.tsx'

const Shown = () => useReaderLocale()

test('messages are written for the locale of their language, whose digits are Latin, as on the server', () => {
  const shown = (language: 'en' | 'ar-XB') =>
    renderToString(
      <ShopIntl language={language}>
        <Shown />
      </ShopIntl>,
    )
  expect([shown('en'), shown('ar-XB')]).toEqual(['en-GB', 'ar-u-nu-latn'])
})
