import type { TestApp } from '../../../tests/support/app.ts'

/** Uploads a file as a form; without the headers of a session as a customer without an account would. */
export async function sendForm(shop: TestApp, url: string, file: File, own: Record<string, string> = {}) {
  const form = new FormData()
  form.set('file', file)
  const request = new Request(new URL(url, location.origin), { method: 'POST', body: form })
  return shop.app.inject({
    method: 'POST',
    url,
    headers: { ...own, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
}
