// The API client for the browser. Loaded with the first call, because a page from the server already has its data. It
// also brings the previews of pictures.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { takePreviews } from '../../ui/pictures.ts'
import { shippedPreviews } from '../../ui/previews.generated.ts'
import type { CallContext, ShopApi } from './api.ts'

const link = new RPCLink<CallContext>({
  url: `${location.origin}/rpc`,
  headers: ({ context }) => (context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {}),
})

export const client: ShopApi = createORPCClient(link)

takePreviews(shippedPreviews)
