// Sign-in, sign-up and what belongs to them: the account's own routes under /api/auth, which set and clear the
// session cookie. Nothing here is kept in the browser.

export interface AuthFailure {
  readonly status: number
  readonly code: string
  readonly message: string
}
/** `null` when it worked. */
export type AuthResult = AuthFailure | null

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

async function readFailure(response: Response): Promise<AuthFailure> {
  const body: unknown = await response.json().catch(() => null)
  const told = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return { status: response.status, code: asText(told.code), message: asText(told.title) || asText(told.message) }
}

async function post(path: string, body: Readonly<Record<string, unknown>>): Promise<AuthResult> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? null : await readFailure(response)
  } catch {
    return { status: 0, code: '', message: '' }
  }
}

export const signIn = (email: string, password: string) => post('sign-in/email', { email, password, rememberMe: true })
export const signUp = (input: { name: string; email: string; password: string }) =>
  post('sign-up/email', { ...input, callbackURL: '/verify-email' })
export const signOut = () => post('sign-out', {})
export const sendVerificationMail = (email: string) =>
  post('send-verification-email', { email, callbackURL: '/verify-email' })
export const askForReset = (email: string) => post('request-password-reset', { email, redirectTo: '/reset-password' })
export const resetPassword = (newPassword: string, token: string) => post('reset-password', { newPassword, token })
