import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole } from '../../kernel/staff.ts'
import { anonymous } from '../../platform/core.server.ts'
import { sendsMail } from '../mail/index.server.ts'
import { countAttempt } from './attempts.server.ts'
import { sessionTokenOf, setCookie } from './cookie.server.ts'
import type { AccountDeps, AccountRouteDeps, Browser } from './deps.server.ts'
import { fieldError } from './field-error.ts'
import * as forms from './forms.server.ts'
import { padTime } from './pad-time.server.ts'
import { objectionToPassword } from './password-rules.server.ts'
import { callerOf, findProfile } from './queries.server.ts'
import { accountOfReset, requestReset, resetWithLink } from './reset.server.ts'
import { isNamedAdmin } from './rules.ts'
import { takeSecondStep } from './second-step.server.ts'
import { endSession } from './sessions.server.ts'
import { changePassword, signIn } from './sign-in.server.ts'
import { signUp } from './sign-up.server.ts'
import { endSignUpCookie, signUpCookie } from './sign-up-browser.server.ts'
import { acceptInvitation, findInvitation } from './staff.server.ts'
import { text } from './text.ts'
import { mailVerification, readVerificationLink, verifyAddress } from './verification.server.ts'

type Handler = (deps: AccountRouteDeps, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const padded =
  (handler: Handler): Handler =>
  (deps, ...rest) =>
    padTime(deps, () => handler(deps, ...rest))

type Route = { path: string; config: FastifyContextConfig; handler: Handler }
const routes: readonly Route[] = [
  {
    path: 'sign-up/email',
    config: { summary: 'Creates a customer account', body: forms.signUpFields },
    handler: padded(signUpWithMail),
  },
  {
    path: 'sign-in/email',
    config: { summary: 'Starts a session and ends the one that it replaces', body: forms.signIn },
    handler: enter,
  },
  {
    path: 'sign-in/second-step',
    config: {
      summary: 'Checks the code of an account with two-factor sign-in and starts the session',
      body: forms.code,
    },
    handler: enterWithCode,
  },
  { path: 'sign-out', config: { summary: 'Ends the session' }, handler: signOut },
  {
    path: 'send-verification-email',
    config: { summary: 'Sends the verification mail again', body: forms.address },
    handler: padded(sendVerification),
  },
  {
    path: 'verify-email',
    config: {
      summary:
        'Verifies an email address with a mailed token and a password (none in the browser that signed up), and ends all earlier sessions',
      body: forms.verificationFields,
    },
    handler: verifyEmail,
  },
  {
    path: 'verification-link',
    config: {
      summary: 'Says whose email address a mailed token verifies, and whether this browser needs the password',
      body: forms.verificationLink,
    },
    handler: describeVerificationLink,
  },
  {
    path: 'request-password-reset',
    config: { summary: 'Sends a link to set a new password', body: forms.address },
    handler: padded(sendReset),
  },
  {
    path: 'reset-password',
    config: { summary: 'Sets a new password with a one-time link and ends all sessions', body: forms.reset },
    handler: resetPassword,
  },
  {
    path: 'change-password',
    config: { access: 'customer', summary: 'Changes the password and ends all other sessions', body: forms.change },
    handler: savePassword,
  },
]

/** Sign-up, sign-in, verification and passwords. */
export function registerAccountRoutes(app: FastifyInstance, deps: AccountRouteDeps): void {
  for (const { path, config, handler } of routes)
    app.post(`/api/auth/${path}`, { config: { access: 'public', ...config } }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return handler(deps, request, reply)
    })
}

/** Failed sign-ins are logged by the server, like every refusal. */
function logSignIn(
  { log }: AccountDeps,
  { id: requestId }: FastifyRequest,
  signedIn: { userId: string; way: string },
): void {
  log.info({ ...signedIn, requestId }, 'signed in')
}

const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({ headers, address: ip })

async function signUpWithMail(deps: AccountRouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { email, password, full_name } = forms.read(forms.signUp, request.body)
  const role = isNamedAdmin(email, deps.adminEmail) ? 'admin' : 'customer'
  const objection = await objectionToPassword(deps, password, { role, email })
  if (objection) throw fieldError('password', objection)
  await countAttempt(deps, { what: 'sign-up', address: request.ip, account: email })
  const created = await signUp(deps, { email, password, name: full_name, language: request.language })
  reply.header('set-cookie', signUpCookie(deps, created))
  return { message: text((await sendsMail(deps)) ? 'signUp.checkMail' : 'signUp.noMail') }
}

async function enter(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { email, password, rememberMe, callbackURL } = forms.read(forms.signIn, request.body)
  if (callbackURL && !forms.isOwnPath(callbackURL)) throw new Refusal('account/redirect-refused')
  const input = { email, password, isRemembered: rememberMe !== false }
  const { userId, isCodeNeeded, cookies } = await signIn(deps, browserOf(request), input)
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  if (isCodeNeeded) return { secondStep: true }
  logSignIn(deps, request, { userId, way: 'password' })
  // The answer leaves the token out: scripts must not read it.
  return { user: await findProfile(deps, userId), ...(callbackURL && { url: callbackURL }) }
}

async function enterWithCode(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { code } = forms.read(forms.code, request.body)
  const { userId, cookies } = await takeSecondStep(deps, browserOf(request), code)
  for (const cookie of cookies) reply.header('set-cookie', cookie)
  logSignIn(deps, request, { userId, way: 'password and code' })
  return { user: await findProfile(deps, userId) }
}

async function signOut(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const token = sessionTokenOf(deps, request.headers)
  if (token !== null) await endSession(deps.db, token)
  reply.header('set-cookie', setCookie(deps, { name: 'session', value: '', seconds: 0 }))
  reply.header('set-cookie', endSignUpCookie(deps))
  // Drafts in the browser hold names, passport numbers and the links of bookings: others may use this browser next.
  reply.header('clear-site-data', '"storage"')
  return { done: true }
}

async function sendVerification(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const { email } = forms.read(forms.address, request.body)
  await countAttempt(deps, { what: 'verification', address: request.ip, account: email })
  // A verified or unknown address gets the same answer, and no mail.
  await mailVerification(deps.db, deps, email)
  return { done: true }
}

async function verifyEmail(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const input = forms.read(forms.verification, request.body)
  await countAttempt(deps, { what: 'verify', address: request.ip })
  const verified = await verifyAddress(deps, browserOf(request), input)
  if (verified.isAlreadyVerified) return { done: true, isAlreadyVerified: true }
  const { userId, cookies } = verified
  for (const cookie of [...cookies, endSignUpCookie(deps)]) reply.header('set-cookie', cookie)
  const hasPassword = input.password !== undefined || input.newPassword !== undefined
  const way = hasPassword ? 'verification link and password' : 'verification link in the browser that signed up'
  if (cookies.length > 0) logSignIn(deps, request, { userId, way })
  return { done: true, user: cookies.length === 0 ? null : await findProfile(deps, userId) }
}

async function describeVerificationLink(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const { token } = forms.read(forms.verificationLink, request.body)
  await countAttempt(deps, { what: 'verification-link', address: request.ip })
  const { email, isVerified, isSignedUpHere } = await readVerificationLink(deps, browserOf(request), token)
  return { email, is_verified: isVerified, signed_up_here: isSignedUpHere }
}

async function sendReset(deps: AccountDeps, request: FastifyRequest): Promise<unknown> {
  const { email } = forms.read(forms.address, request.body)
  await countAttempt(deps, { what: 'reset', address: request.ip, account: email })
  await requestReset(deps, email)
  return { done: true }
}

async function resetPassword(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { token, newPassword } = forms.read(forms.reset, request.body)
  await countAttempt(deps, { what: 'reset-use', address: request.ip })
  const invited = await findInvitation(deps, token)
  const account = invited ?? (await accountOfReset(deps, token))
  if (!account) throw new Refusal('account/invalid-token')
  const objection = await objectionToPassword(deps, newPassword, account)
  if (objection) throw fieldError('newPassword', objection)
  if (invited) await acceptInvitation(deps, anonymous(request.ip), token, newPassword)
  else
    for (const cookie of await resetWithLink(deps, browserOf(request), { token, newPassword }))
      reply.header('set-cookie', cookie)
  return { done: true }
}

async function savePassword(deps: AccountDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { currentPassword, newPassword } = forms.read(forms.change, request.body)
  const caller = await callerOf(deps, request.headers, request.ip)
  const attempt = await countAttempt(deps, {
    what: 'change-password',
    address: request.ip,
    account: caller.userId,
  })
  const role = caller.waitingRole ?? caller.role
  const objection = await objectionToPassword(deps, newPassword, {
    role: isStaffRole(role) ? role : 'customer',
    email: caller.email ?? '',
  })
  if (objection) throw fieldError('newPassword', objection)
  const input = { caller, current: currentPassword, next: newPassword }
  for (const cookie of await changePassword(deps, browserOf(request), input)) reply.header('set-cookie', cookie)
  await attempt.forgive()
  return { done: true }
}
