import type { Account } from './accounts.server.ts'
import { decrypt, encrypt } from './cipher.server.ts'

/** A response from CCAvenue's API. Without a response, the call throws. */
export type ApiAnswer =
  | { readonly kind: 'answer'; readonly body: unknown }
  /** Rejected before processing: IP address, access code or encryption. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Encrypted with a different key or cipher. */
  | { readonly kind: 'unreadable' }
export type Command = 'orderStatusTracker' | 'refundOrder' | 'getRefundDetails'

const versions: Readonly<Record<Command, string>> = {
  orderStatusTracker: '1.2',
  refundOrder: '1.1',
  getRefundDetails: '1.1',
}

export async function askApi(
  account: Account,
  command: Command,
  request: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ApiAnswer> {
  const body = new URLSearchParams({
    enc_request: encrypt(account, JSON.stringify(request)),
    access_code: account.accessCode,
    command,
    request_type: 'JSON',
    response_type: 'JSON',
    version: versions[command],
  })
  const answer = await fetch(account.apiUrl, { method: 'POST', body, signal, redirect: 'error' })
  if (!answer.ok) throw new Error(`CCAvenue answered ${answer.status} to ${command}`)
  return readApiAnswer(account, await answer.text())
}

export function readApiAnswer(account: Account, text: string): ApiAnswer {
  const fields = plainFields(text.replace(/[\r\n]+/g, ''))
  const response = fields.get('enc_response')?.trim()
  const status = fields.get('status')?.trim()
  if (response === undefined || (status !== '0' && status !== '1')) throw new Error('CCAvenue gave no such answer')
  if (status === '1') {
    const code = (fields.get('enc_error_code') ?? '').trim().slice(0, 20)
    return { kind: 'refused', code, message: response.slice(0, 200) }
  }
  const plain = decrypt(account, response)
  const body = plain === null ? undefined : parse(plain)
  return body === undefined ? { kind: 'unreadable' } : { kind: 'answer', body }
}

/** Parses 'a=b&c=d e/f' without percent-decoding. The last value of a name wins. */
const plainFields = (text: string): ReadonlyMap<string, string> => new Map(pairsOf(text))
export const pairsOf = (text: string): [string, string][] =>
  text.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at === -1 ? [pair.trim(), ''] : [pair.slice(0, at).trim(), pair.slice(at + 1)]
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
