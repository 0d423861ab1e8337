// The routes of /verify-email, apart from those that every page needs.
import { type AuthFailure, ask, asText, post } from './auth-client.ts'

export type VerificationLink = {
  readonly state: 'signed-up-here' | 'already' | 'failed' | 'proof'
  readonly email: string
}
/** What the holder of the link has to do. Without an answer: enter the password. */
export async function readVerificationLink(token: string): Promise<VerificationLink> {
  const result = await ask('verification-link', { token })
  if (!('data' in result)) return { state: result.code === 'account/invalid-token' ? 'failed' : 'proof', email: '' }
  const { email, is_verified, signed_up_here } = (result.data ?? {}) as Readonly<Record<string, unknown>>
  const state = is_verified === true ? 'already' : signed_up_here === true ? 'signed-up-here' : 'proof'
  return { state, email: asText(email) }
}
export type VerificationOutcome = { readonly state: 'verified' | 'verified-in' | 'already' }
/** With the password of the account, a new one, or none in the browser that signed up. 'verified-in': this browser is signed in now. */
export async function verifyEmail(
  body: { token: string } & Readonly<Record<string, string>>,
): Promise<AuthFailure | VerificationOutcome> {
  const result = await ask('verify-email', body)
  if (!('data' in result)) return result
  const { isAlreadyVerified, user } = (result.data ?? {}) as { isAlreadyVerified?: boolean; user?: unknown }
  return { state: isAlreadyVerified ? 'already' : user ? 'verified-in' : 'verified' }
}
export const sendVerificationMail = (email: string) => post('send-verification-email', { email })
