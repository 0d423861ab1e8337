import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LoadingIndicator, type LoadingType } from './loading-indicator.tsx'

const types: LoadingType[] = ['page', 'booking', 'payment', 'search', 'upload', 'success']

test('[C340] the loading indicator has six types and three sizes, and can fill the screen', () => {
  for (const type of types) {
    for (const size of ['sm', 'md', 'lg'] as const) {
      const html = renderToStaticMarkup(<LoadingIndicator type={type} size={size} message="One moment" />)
      expect(html).toContain('One moment')
      expect(html).toContain(`loading-${type}`)
      expect(html.includes(`loading-${size}`)).toBe(size !== 'md')
      expect(html).not.toContain('loading-full')
    }
  }
  expect(renderToStaticMarkup(<LoadingIndicator type="page" message="" fullScreen />)).toContain('loading-full')
})

test('[C342] a known percentage is shown and told to screen readers', () => {
  const html = renderToStaticMarkup(<LoadingIndicator type="upload" message="Uploading your files..." percent={72} />)
  expect(html).toMatch(/<progress[^>]*aria-label="Uploading your files..."[^>]*value="72"/)
})

test('[C342] an unknown progress waits at 60 for a booking and at 40 for an upload, without a number for screen readers', () => {
  const bar = (type: LoadingType) =>
    /<progress[^>]*>/.exec(renderToStaticMarkup(<LoadingIndicator type={type} message="" />))?.[0]
  expect(bar('booking')).toMatch(/aria-hidden="true" value="60"/)
  expect(bar('upload')).toMatch(/aria-hidden="true" value="40"/)
  for (const type of ['page', 'payment', 'search', 'success'] as const) expect(bar(type)).toBeUndefined()
})
