import { createHash } from 'node:crypto'
import * as z from 'zod'
import { exponentOf } from '../../../kernel/money.ts'
import type { Conversion, ConversionSink } from '../../../modules/conversion/port.ts'

export type MetaOptions = {
  accessToken: string
  /** Replaces Meta's URL in tests. */
  apiUrl?: string | undefined
}
const ownApi = 'https://graph.facebook.com'
const version = 'v24.0'
const longest = 10_000

/** Meta's Conversions API. The token is sent in the body, because URLs end up in logs. */
export function metaConversions({ accessToken, apiUrl = ownApi }: MetaOptions): ConversionSink {
  const base = apiUrl.replace(/\/$/, '')
  return {
    async send(pixelId, conversion) {
      const answer = await fetch(`${base}/${version}/${pixelId}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: [eventOf(conversion)], access_token: accessToken }),
        signal: AbortSignal.timeout(longest),
        redirect: 'error',
      }).catch((error: Error) => {
        throw new Error(`Meta: not reached (${error.name})`)
      })
      if (answer.ok) {
        await answer.body?.cancel()
        return 'taken'
      }
      if (await isRefusal(answer)) return 'refused'
      throw new Error(`Meta: answered ${answer.status}`)
    },
  }
}

/** Meta also answers 400 and 403 for temporary problems, such as an outage or a rate limit. */
const passing = new Set([1, 2, 4, 17, 341, 613])
const errorSchema = z.object({ error: z.object({ code: z.int(), is_transient: z.boolean().optional() }) })
async function isRefusal(answer: Response): Promise<boolean> {
  const body = errorSchema.safeParse(await answer.json().catch(() => null))
  if (answer.status >= 500 || answer.status === 429) return false
  return !body.success || !(body.data.error.is_transient || passing.has(body.data.error.code))
}

/** Meta's format: personal data as hashes of the normalised value, seconds since 1970, amounts in whole units. */
function eventOf(conversion: Conversion): object {
  const { name, eventId, occurredAt, pageUrl, value, itemId, email, phone } = conversion
  return {
    event_name: name,
    event_id: eventId,
    event_time: Math.floor(occurredAt.getTime() / 1000),
    event_source_url: pageUrl,
    action_source: 'website',
    user_data: {
      em: [sha256(email.trim().toLowerCase())],
      ...(phone && { ph: [sha256(phone.replace(/\D/g, '').replace(/^0+/, ''))] }),
      // A dual-stack socket reports IPv4 as '::ffff:198.51.100.7'.
      client_ip_address: conversion.address.replace(/^::ffff:(?=\d+\.)/i, ''),
      client_user_agent: conversion.userAgent,
      ...(conversion.browserId && { fbp: conversion.browserId }),
      ...(conversion.clickId && { fbc: conversion.clickId }),
    },
    custom_data: {
      value: value.minor / 10 ** exponentOf(value.currency),
      currency: value.currency,
      content_type: 'product',
      content_ids: [itemId],
      ...(name === 'Purchase' && { order_id: eventId }),
    },
  }
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
