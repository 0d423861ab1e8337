import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { TemplateEditor } from './template-editor.tsx'

const worker = vi.hoisted(() => ({ isOwner: true }))
vi.mock('../may-enter.ts', () => ({ useMayEnter: () => worker.isOwner, useProfile: () => null }))
vi.mock('../api.ts', () => ({ api: {}, readFault: () => ({}), readFieldErrors: () => [] }))
vi.mock('../lists/use-unsaved.tsx', () => ({ useUnsaved: () => ({ leave: () => {}, question: null }) }))

const shown = (isOwner: boolean, isForOwners: boolean): string => {
  worker.isOwner = isOwner
  const template = {
    ...{ template_name: 'reset_password', language: 'en' },
    subject: 'Your link',
    html_body: '<p>{{action_url}}</p>',
    is_active: true,
    version: 1,
    updated_at: '2026-01-01T00:00:00Z',
    variables: ['action_url'],
    isDefault: true,
    isForOwners,
    isAboutBooking: false,
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TemplateEditor template={template} language="en" onClose={() => {}} />
    </QueryClientProvider>,
  )
}

describe('the editor of a mail that contains an account link [A225]', () => {
  it('is read-only for staff who are not owners, and says why', () => {
    const html = shown(false, true)
    expect(html).toContain('Only an owner can edit this template')
    expect(html).not.toContain('Send a test email')
    expect(html).toMatch(/<fieldset disabled=""/)
    expect(html).not.toMatch(/Save template/i)
  })
  it.each([
    [true, true],
    [false, false],
  ])('can be edited by owners; other mails by all staff', (isOwner, isForOwners) => {
    const html = shown(isOwner, isForOwners)
    expect(html).not.toContain('Only an owner')
    expect(html).not.toMatch(/<fieldset disabled=""/)
    expect(html).toMatch(/Save template/i)
  })
})
