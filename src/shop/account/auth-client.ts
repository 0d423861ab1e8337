import { languageHeader } from '../client/language-header.ts'
// The account's own routes under /api/auth, which set and clear the session cookie.

export interface AuthFailure {
  /** 0: no response. */
  readonly status: number
  readonly code: string
  readonly message: string
  /** By form field. */
  readonly errors: Readonly<Record<string, string>>
}
/** Null on success. */
export type AuthResult = AuthFailure | null

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function readErrors(value: unknown): Record<string, string> {
  if (!Array.isArray(value)) return {}
  const entries = value as readonly { path?: unknown; message?: unknown }[]
  return Object.fromEntries(
    entries.map(({ path, message }) => [asText(path), asText(message)]).filter(([path]) => path),
  )
}

async function readFailure(response: Response): Promise<AuthFailure> {
  const body: unknown = await response.json().catch(() => null)
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  return {
    status: response.status,
    code: asText(fields.code),
    message: asText(fields.title),
    errors: readErrors(fields.errors),
  }
}

export async function post(path: string, body: Readonly<Record<string, unknown>>): Promise<AuthResult> {
  const result = await ask(path, body)
  return 'data' in result ? null : result
}

export async function ask(
  path: string,
  body: Readonly<Record<string, unknown>>,
): Promise<AuthFailure | { readonly data: unknown }> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', ...languageHeader() },
      body: JSON.stringify(body),
    })
    return response.ok ? { data: await response.json().catch(() => null) } : await readFailure(response)
  } catch {
    return { status: 0, code: '', message: '', errors: {} }
  }
}

/** 'second-step': the password is right, but only signInWithCode signs in. */
export async function signIn(email: string, password: string): Promise<AuthResult | 'second-step'> {
  const result = await ask('sign-in/email', { email, password, rememberMe: true })
  if (!('data' in result)) return result
  const { data } = result
  return typeof data === 'object' && data !== null && 'secondStep' in data ? 'second-step' : null
}
export const signInWithCode = (code: string) => post('sign-in/second-step', { code })
export const signUp = ({ name, email, password }: { name: string; email: string; password: string }) =>
  post('sign-up/email', { full_name: name, email, password })
export const signOut = () => post('sign-out', {})
export const askForReset = (email: string) => post('request-password-reset', { email })
export const resetPassword = (newPassword: string, token: string) => post('reset-password', { newPassword, token })
