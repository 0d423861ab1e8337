import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { line } from '../../kernel/contract.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import { anonymous } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import { readQuery } from '../../platform/route.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { secondStepNeeded } from './auth.server.ts'
import { endSession } from './commands.server.ts'
import { noteSignUp, withChoice } from './contested.server.ts'
import { addressHeader, sessionTokenOf } from './cookie.server.ts'
import { callerOf, findProfile, roleOfResetToken } from './queries.server.ts'
import { isNamedAdmin, passwordObjection } from './rules.ts'
import { beginSecondStep, takeSecondStep, withSecondStep } from './second-step.server.ts'
import { acceptInvitation, roleOfInvitation } from './staff.server.ts'
import type { AccountDeps } from './tables.server.ts'

const email = z
  .string({ error: 'Email address is required' })
  .trim()
  .min(1, 'Email address is required')
  .max(254, 'Please enter a valid email address')
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address'))
const password = z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1000)
const returnTo = z.string().max(2000).optional()
const signInBody = z.object({ email, password, rememberMe: z.boolean().optional(), callbackURL: returnTo })
const name = z
  .string({ error: 'Full name is required' })
  .pipe(line(200))
  .refine((given) => given !== '', 'Full name is required')
const codeBody = z.object({
  code: z.string({ error: 'Please enter the code' }).trim().min(1, 'Please enter the code').max(40),
})
const signUpFields = z.object({ email, password, full_name: name, callbackURL: returnTo })
/** The full name by any of the names that the forms and the specification give it; nothing else of the body is read. */
const signUpBody = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null) return body
  const { full_name, fullName, name: plain } = body as Record<string, unknown>
  return { ...body, full_name: full_name ?? fullName ?? plain }
}, signUpFields)
const emailBody = z.object({ email, callbackURL: returnTo, redirectTo: returnTo })
const linkToken = z.string({ error: 'The link is not complete' }).min(1).max(2000)
const tokenBody = z.object({ token: linkToken })
const tokenQuery = z.strictObject({ token: linkToken })
const resetBody = tokenBody.extend({ newPassword: password })
const changeBody = z.object({ currentPassword: password, newPassword: password })

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw new Refusal('account/invalid', {}, errors)
}
const fieldError = (path: string, message: string): Refusal => {
  const errors: FieldError[] = [{ path, message }]
  return new Refusal('account/invalid', {}, errors)
}

/** The time of the answer tells nothing of whether there is such an account. */
async function evenly<T>(deps: AccountDeps, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((done) => setTimeout(done, deps.leastMilliseconds))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Sign-up, sign-in and what belongs to them. The library does the work; who, how often and what is said is ours. */
export function registerAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
  const route = (path: string, config: FastifyContextConfig, handler: Handler): void => {
    app.post(`/api/auth/${path}`, { config: { access: 'public', ...config } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return handler(request, reply)
    })
  }
  route('sign-up/email', { summary: 'Makes an ordinary account', body: signUpFields }, (request) =>
    evenly(deps, () => signUp(deps, request)),
  )
  route(
    'sign-in/email',
    { summary: 'Starts a session and ends the one it replaces', body: signInBody },
    (request, reply) => signIn(deps, request, reply),
  )
  route(
    'sign-in/second-step',
    {
      summary: 'Takes the code of an account with two-factor sign-in, and starts the session',
      body: codeBody,
    },
    (request, reply) => signInWithCode(deps, request, reply),
  )
  route('sign-out', { summary: 'Ends the session' }, (request, reply) => signOut(deps, request, reply))
  route('send-verification-email', { summary: 'Sends the verification mail again', body: emailBody }, (request) =>
    evenly(deps, () => sendVerification(deps, request)),
  )
  route('verify-email', { summary: 'Takes the token of a verification mail', body: tokenBody }, (request) =>
    verifyEmail(deps, request, request.body),
  )
  app.get(
    '/api/auth/verify-email',
    { config: { access: 'public', summary: 'The same, for a link', query: tokenQuery } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return verifyEmail(deps, request, readQuery(tokenQuery, request, 'account/invalid'))
    },
  )
  route('request-password-reset', { summary: 'Sends a link to set a new password', body: emailBody }, (request) =>
    evenly(deps, () => requestReset(deps, request)),
  )
  route(
    'reset-password',
    { summary: 'Sets a new password with a link, ends all sessions', body: resetBody },
    (request) => resetPassword(deps, request),
  )
  route(
    'change-password',
    { access: 'customer', summary: 'Changes the password, ends all other sessions', body: changeBody },
    (request, reply) => changePassword(deps, request, reply),
  )
}

type AuthPath =
  | '/sign-up/email'
  | '/sign-in/email'
  | '/sign-out'
  | '/send-verification-email'
  | '/request-password-reset'
  | '/reset-password'
  | '/change-password'
  | `/verify-email?token=${string}`

/** Hands a call to the library under our own address: what the client says of host and proxy plays no part. */
async function ask(
  deps: AccountDeps,
  request: FastifyRequest,
  path: AuthPath,
  body: Record<string, unknown> | null,
): Promise<Response> {
  const headers = headersOf(request)
  if (body) headers.set('content-type', 'application/json')
  const answer = await deps.auth.handler(
    new Request(`${deps.baseUrl}/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  if (answer.status >= 500) throw new Error(`The session library failed at ${path.split('?')[0]}`)
  if (answer.status === 403) throw await redirectRefusal(answer)
  return answer
}

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ [addressHeader]: request.ip })
  for (const header of ['cookie', 'user-agent'] as const) {
    const value = request.headers[header]
    if (value !== undefined) headers.set(header, value)
  }
  return headers
}

/** The only thing that it forbids here is an address on another host to return to. */
async function redirectRefusal(answer: Response): Promise<Error> {
  const { code } = (await answer.json()) as { code?: string }
  if (code && /^INVALID_.*(URL|ORIGIN)$/.test(code)) return new Refusal('account/redirect-refused')
  return new Error(`The session library forbids: ${code}`)
}

const passCookies = (answer: Response, reply: FastifyReply): void => {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
}

/** Other calls about accounts cost less to make than a guess at a password is worth. */
const perAddressOf = {
  'sign-in': 1,
  'second-step': 1,
  'sign-up': 4,
  verification: 4,
  verify: 4,
  reset: 4,
  'reset-use': 4,
  'change-password': 4,
}

/** Refuses 'limit/too-many' above the limits of D180, whether or not the account exists. */
async function countAttempt(
  deps: AccountDeps,
  what: keyof typeof perAddressOf,
  address: string,
  account: string | null,
): Promise<void> {
  const settings = await readSettings(deps)
  const seconds = 15 * 60
  const hits = settings.sign_in_per_address * perAddressOf[what]
  await countHit(deps, { name: `${what}-address`, hits, seconds }, address)
  if (account === null) return
  const ofAccount = { name: `${what}-account`, hits: settings.sign_in_per_account, seconds }
  await countHit(deps, ofAccount, deps.keys.sign('limit', account))
}

const checkMail = 'Account created successfully! Please check your email to verify your account.'

async function signUp(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const body = read(signUpBody, request.body)
  const objection = passwordObjection(body.password, isNamedAdmin(body.email, deps.adminEmail) ? 'admin' : 'customer')
  if (objection) throw fieldError('password', objection)
  await countAttempt(deps, 'sign-up', request.ip, body.email)
  const { full_name, ...rest } = body
  const answer = await ask(deps, request, '/sign-up/email', { ...rest, name: full_name })
  if (!answer.ok) throw new Refusal('account/sign-up-failed')
  await noteSignUp(deps, body)
  return { message: checkMail }
}

async function signIn(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const body = read(signInBody, request.body)
  await countAttempt(deps, 'sign-in', request.ip, body.email)
  const replaced = sessionTokenOf(deps, request.headers)
  const answer = await ask(deps, request, '/sign-in/email', body)
  if (!answer.ok) {
    const { code } = (await answer.json()) as { code?: string }
    if (code !== secondStepNeeded) throw new Refusal('account/invalid-credentials')
    const { setCookie } = await beginSecondStep(deps, body)
    reply.header('set-cookie', setCookie)
    return { secondStep: true }
  }
  const { user } = (await answer.json()) as { user: { id: string } }
  if (replaced) await endSession(deps, replaced)
  passCookies(answer, reply)
  // The token stays in the cookie, where no script reads it.
  return { user: await findProfile(deps, user.id), ...(body.callbackURL && { url: body.callbackURL }) }
}

async function signInWithCode(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { code } = read(codeBody, request.body)
  await countAttempt(deps, 'second-step', request.ip, null)
  const { userId, rememberMe, clearCookie } = await takeSecondStep(deps, request.headers, code, request.ip)
  const replaced = sessionTokenOf(deps, request.headers)
  const answer = await deps.auth.api.startSession({
    body: { userId, rememberMe },
    headers: headersOf(request),
    asResponse: true,
  })
  if (!answer.ok) throw new Error('The session library made no session')
  if (replaced) await endSession(deps, replaced)
  passCookies(answer, reply)
  reply.header('set-cookie', clearCookie)
  return { user: await findProfile(deps, userId) }
}

async function signOut(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const token = sessionTokenOf(deps, request.headers)
  const answer = await ask(deps, request, '/sign-out', {})
  if (token) await endSession(deps, token)
  passCookies(answer, reply)
  return { done: true }
}

async function sendVerification(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const body = read(emailBody, request.body)
  await countAttempt(deps, 'verification', request.ip, body.email)
  // An address that is verified already, or unknown, gets the same answer and no mail.
  await ask(deps, request, '/send-verification-email', body)
  return { done: true }
}

async function verifyEmail(deps: AccountDeps, request: FastifyRequest, given: unknown): Promise<unknown> {
  const { token } = read(tokenBody, given)
  await countAttempt(deps, 'verify', request.ip, null)
  const choice = await withChoice(deps, async () => {
    const answer = await ask(deps, request, `/verify-email?token=${encodeURIComponent(token)}`, null)
    if (!answer.ok) throw new Refusal('account/invalid-token')
  })
  return { done: true, ...choice }
}

async function requestReset(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const body = read(emailBody, request.body)
  await countAttempt(deps, 'reset', request.ip, body.email)
  const answer = await ask(deps, request, '/request-password-reset', body)
  if (!answer.ok) throw new Refusal('account/invalid')
  return { done: true }
}

async function resetPassword(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const body = read(resetBody, request.body)
  await countAttempt(deps, 'reset-use', request.ip, null)
  const invited = await roleOfInvitation(deps, body.token)
  const role = invited ?? (await roleOfResetToken(deps, body.token))
  if (role === null) throw new Refusal('account/invalid-token')
  const objection = passwordObjection(body.newPassword, role)
  if (objection) throw fieldError('newPassword', objection)
  if (invited) {
    await acceptInvitation(deps, anonymous(request.ip), body.token, body.newPassword)
    return { done: true }
  }
  const answer = await ask(deps, request, '/reset-password', body)
  if (!answer.ok) throw new Refusal('account/invalid-token')
  return { done: true }
}

async function changePassword(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const body = read(changeBody, request.body)
  const caller = await callerOf(deps, request.headers, request.ip)
  await countAttempt(deps, 'change-password', request.ip, caller.userId)
  const role = caller.waitingRole ?? caller.role
  const objection = passwordObjection(body.newPassword, isStaffRole(role) ? role : 'customer')
  if (objection) throw fieldError('newPassword', objection)
  // The session in hand took its second step; the one that takes its place need not.
  const answer = await withSecondStep(caller.userId ?? '', () =>
    ask(deps, request, '/change-password', { ...body, revokeOtherSessions: true }),
  )
  if (!answer.ok) throw fieldError('currentPassword', 'The current password is not right')
  passCookies(answer, reply)
  return { done: true }
}
