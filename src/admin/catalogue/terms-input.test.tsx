import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TermsInput } from './terms-input.tsx'

const words = (html: string) => html.replace(/<[^>]+>/g, '')

describe('the editor of cancellation terms', () => {
  const editor = (steps: { days: string; percent: string }[], error?: string) =>
    renderToStaticMarkup(
      <TermsInput id="terms" label="Cancellation terms" steps={steps} error={error} onChange={() => {}} />,
    )
  it('shows a row per step, with fields named after their step [A116]', () => {
    const html = editor([
      { days: '30', percent: '100' },
      { days: '15', percent: '50' },
    ])
    expect([...html.matchAll(/<input[^>]*value="(\d+)"/g)].map((match) => match[1])).toEqual(['30', '100', '15', '50'])
    expect(words(html)).toContain('Step 2: percentage refunded')
    expect(html.match(/aria-label="Remove step/g)).toHaveLength(2)
  })
  it('explains what no terms mean, and shows errors', () => {
    expect(words(editor([]))).toContain('No steps yet.')
    expect(words(editor([{ days: 'x', percent: '' }], 'Please enter days'))).toContain('Please enter days')
  })
})
