// The contracts over HTTP, for the browser. Loaded with the first call: a page that comes out of the server has its data.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { CallContext, ShopApi } from './api.ts'

const link = new RPCLink<CallContext>({
  url: `${location.origin}/rpc`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})

export const client: ShopApi = createORPCClient(link)
