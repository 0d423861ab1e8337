import { createHash } from 'node:crypto'
import { exponentOf } from '../../../kernel/money.ts'
import type { Conversion, ConversionSink } from '../../../modules/conversion/port.ts'

export type MetaOptions = {
  accessToken: string
  /** Meta's own unless a stand-in is asked. */
  apiUrl?: string | undefined
}
const ownApi = 'https://graph.facebook.com'
const version = 'v24.0'
const longest = 10_000

/** Meta's Conversions API. The token travels in the body: addresses end up in logs. */
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
      await answer.body?.cancel()
      if (answer.ok) return 'taken'
      if (answer.status < 500 && answer.status !== 429) return 'refused'
      throw new Error(`Meta: answered ${answer.status}`)
    },
  }
}

/** As Meta prescribes: people's own data only as hashes of its normal form, seconds since 1970, amounts in units. */
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
      client_ip_address: conversion.address,
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
