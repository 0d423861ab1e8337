// The back office in happy-dom on the real server: its calls pass through the whole app, without a socket.

import type { Session, TestApp } from '../../../tests/support/app.ts'
import { type Answers, openScreen, type Server } from './screen.tsx'

/**
 * Opens screens as that user. `own` answers single calls from memory, such as a lost connection, or returns `passOn`.
 */
export const screensOf =
  (shop: TestApp, who: Session) =>
  (path: string, own: Answers = {}): ReturnType<typeof openScreen> =>
    openScreen(path, own, serverFor(shop, who))

const serverFor =
  (shop: TestApp, who: Session): Server =>
  async (request) => {
    const { pathname, search } = new URL(request.url)
    const type = request.headers.get('content-type')
    const key = request.headers.get('idempotency-key')
    const answer = await shop.app.inject({
      method: request.method as 'GET' | 'POST',
      url: pathname + search,
      headers: {
        ...who.headers,
        ...(type !== null && { 'content-type': type }),
        ...(key !== null && { 'idempotency-key': key }),
      },
      ...(request.method !== 'GET' && { payload: Buffer.from(await request.arrayBuffer()) }),
    })
    const { 'content-type': answered = 'application/json' } = answer.headers
    return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': String(answered) } })
  }
