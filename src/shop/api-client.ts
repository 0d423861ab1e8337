// The contracts over HTTP, for the browser, and what else it lacks for pages of its own. Loaded with the first call: a page
// that comes out of the server has its data, and the previews of its pictures.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { takePreviews } from '../ui/pictures.ts'
import { shippedPreviews } from '../ui/previews.generated.ts'
import type { CallContext, ShopApi } from './api.ts'

const link = new RPCLink<CallContext>({
  url: `${location.origin}/rpc`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})

export const client: ShopApi = createORPCClient(link)

takePreviews(shippedPreviews)
