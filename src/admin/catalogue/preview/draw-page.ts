import type { Language } from '../../../kernel/language.ts'
import { officeLanguage } from '../../language.ts'
import type { Item } from '../form.ts'

/** The item as it would be saved; with `id`, only what changed. */
export type Draft = Item & { readonly kind: string; readonly id?: string }

/** The draft, and the language of the shop that its page is drawn in. */
export type Drawn = { readonly draft: Draft; readonly language: Language }

/** The shop's page of the draft, as HTML without scripts. Throws like a call of the API. */
export async function drawPage({ draft, language }: Drawn, signal: AbortSignal): Promise<string> {
  const answer = await fetch('/api/admin/service-previews', {
    method: 'POST',
    headers: { 'accept-language': officeLanguage, 'content-type': 'application/json' },
    body: JSON.stringify({ ...draft, language }),
    signal,
  })
  if (answer.ok) return answer.text()
  const problem = (await answer.json().catch(() => ({}))) as { title?: string; code?: string; errors?: unknown }
  const { title = '', code, errors = [] } = problem
  throw Object.assign(new Error(title), { status: answer.status, data: { code, errors } })
}
