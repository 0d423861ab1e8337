import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import type { Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import './events.ts'
import { endContest, forgetContest } from './contested.server.ts'
import { addressHeader, sessionCookie } from './cookie.server.ts'
import { nameAdmin } from './roles.server.ts'
import { passwordMax, passwordMin } from './rules.ts'
import { tookSecondStep, withSecondStep } from './second-step.server.ts'
import { hasTwoFactor } from './two-factor.server.ts'

export type Auth = ReturnType<typeof createAuth>

const day = 86_400
/** Endpoints that the shop has no use for do not exist. Our own routes (http.server.ts) name those that do. */
const disabledPaths = [
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/get-access-token',
  '/link-social',
  '/list-accounts',
  '/refresh-token',
  '/sign-in/social',
  '/unlink-account',
  '/update-session',
  '/update-user',
  '/verify-password',
]

/** The code of its answer where the password was right and no session was made, because a second step is missing. */
export const secondStepNeeded = 'SECOND_STEP_NEEDED'

/**
 * The session after the second step, with the library's own cookie. For our server alone: it has no address. (The
 * library's plugin for two-factor sign-in makes the session first and takes it away again, and takes a code more than
 * once; ours are two-factor.server.ts and second-step.server.ts.)
 */
const sessionAfterSecondStep = {
  id: 'second-step',
  endpoints: {
    startSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string(), rememberMe: z.boolean() }) },
      async (ctx) => {
        const { userId, rememberMe } = ctx.body
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(userId)
        const session = user && (await withSecondStep(userId, () => internalAdapter.createSession(userId, !rememberMe)))
        if (!session) throw new Error('No session was made after the second step')
        await setSessionCookie(ctx, { session, user }, !rememberMe)
        return ctx.json({})
      },
    ),
  },
} as const

/** Sessions, passwords, verification and reset, on our tables. */
export function createAuth(core: Core, adminEmail: string | null) {
  const secure = core.baseUrl.startsWith('https:')
  const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const
  const auth = betterAuth({
    appName: 'Safar',
    baseURL: core.baseUrl,
    basePath: '/api/auth',
    secret: core.keys.derive('session'),
    database: { db: core.db, type: 'postgres', transaction: true },
    trustedOrigins: [core.baseUrl],
    // The library's own messages hold addresses of people.
    logger: { log: (level, message) => level === 'error' && core.log.warn({ from: 'auth' }, message.split(':')[0]) },
    telemetry: { enabled: false },
    // Counted by us, per account and per address, shared by all nodes (D180).
    rateLimit: { enabled: false },
    disabledPaths,
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...timestamps },
      additionalFields: {
        // Never from input: whoever could set it would make themselves administrator.
        role: { type: 'string', required: false, input: false, defaultValue: 'customer' },
        phone: { type: 'string', required: false, input: false },
        madeByBootstrap: { type: 'boolean', required: false, input: false, fieldName: 'made_by_bootstrap' },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
      expiresIn: 30 * day,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: {
      modelName: 'accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    plugins: [sessionAfterSecondStep],
    databaseHooks: {
      session: {
        create: {
          // Whatever the way in: the library makes no session of an account with two-factor sign-in by itself.
          before: async ({ userId }) => {
            if (tookSecondStep(userId) || !(await hasTwoFactor(core.db, userId))) return
            throw new APIError('UNAUTHORIZED', { code: secondStepNeeded })
          },
        },
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timestamps } },
    emailAndPassword: {
      enabled: true,
      // After sign-up people sign in; the answer is then the same for an address that is already known.
      autoSignIn: false,
      minPasswordLength: passwordMin,
      maxPasswordLength: passwordMax,
      resetPasswordTokenExpiresIn: 3_600,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: async ({ user }) => {
        await forgetContest(core.db, user.id)
      },
      sendResetPassword: async ({ user, token }) => {
        const url = `${core.baseUrl}/reset-password?token=${token}`
        await emitEvent(core.db, 'account.reset-requested', { email: user.email, name: user.name, url }, core.clock())
      },
      onExistingUserSignUp: async ({ user }) => {
        // Signed up before and never verified: the mail was lost, perhaps.
        if (!user.emailVerified) await auth.api.sendVerificationEmail({ body: { email: user.email } })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: day,
      sendVerificationEmail: async ({ user, token }) => {
        const url = `${core.baseUrl}/verify-email?token=${token}`
        const letter = { email: user.email, name: user.name, url }
        await emitEvent(core.db, 'account.verification-requested', letter, core.clock())
      },
      beforeEmailVerification: async (user) => {
        const { password } = await auth.$context
        await endContest(core, user.id, await password.hash(randomBytes(24).toString('base64url')))
      },
      afterEmailVerification: async (user) => {
        await core.db.transaction().execute(async (trx) => {
          await nameAdmin(trx, core, { userId: user.id, email: user.email }, adminEmail)
          await emitEvent(trx, 'account.email-verified', { userId: user.id, email: user.email }, core.clock())
        })
      },
    },
    advanced: {
      // Ours stands in front of every route (web/same-origin); the library's would refuse other names of this host.
      disableCSRFCheck: true,
      disableOriginCheck: false,
      useSecureCookies: false,
      cookiePrefix: 'safar',
      cookies: { session_token: { name: sessionCookie(core.baseUrl) } },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId(core.clock()) },
    },
  })
  return auth
}
