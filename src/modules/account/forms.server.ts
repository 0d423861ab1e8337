/** The forms of sign-up, sign-in, verification and passwords. */
import * as z from 'zod'
import { line } from '../../kernel/contract.ts'
import { messageOfIssue } from '../../kernel/issue-message.ts'
import { isPersonName } from '../../kernel/person-name.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { text } from './text.ts'

const email = z
  .string({ error: text('fields.email') })
  .trim()
  .min(1, text('fields.email'))
  .max(254, text('fields.emailInvalid'))
  .toLowerCase()
  .pipe(z.email(text('fields.emailInvalid')))
const password = z
  .string({ error: text('fields.password') })
  .min(1, text('fields.password'))
  .max(1000)
const returnTo = z.string().max(2000)
const name = z
  .string({ error: text('fields.fullName') })
  .pipe(line(200))
  .refine((value) => value !== '', text('fields.fullName'))
  .refine(isPersonName, text('fields.nameOnly'))
const linkToken = z
  .string({ error: text('fields.link') })
  .min(1)
  .max(2000)

export const signUpFields = z.object({ email, password, full_name: name })
/** Accepts full_name, fullName and name for the full name. */
export const signUp = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null) return body
  const { full_name, fullName, name: plain } = body as Record<string, unknown>
  return { ...body, full_name: full_name ?? fullName ?? plain }
}, signUpFields)
export const signIn = z.object({
  email,
  password,
  rememberMe: z.boolean().optional(),
  callbackURL: returnTo.optional(),
})
export const code = z.object({
  code: z
    .string({ error: text('fields.code') })
    .trim()
    .min(1, text('fields.code'))
    .max(40),
})
export const address = z.object({ email })
export const verificationLink = z.object({ token: linkToken })
export const verificationFields = z.object({
  token: linkToken,
  password: password.optional(),
  newPassword: password.optional(),
})
/** The password of the account or a new one; in the browser that signed up, neither. */
export const verification = verificationFields.refine(
  (body) => body.password === undefined || body.newPassword === undefined,
  { path: ['password'], error: text('fields.passwordOrNew') },
)
export const reset = z.object({ token: linkToken, newPassword: password })
export const change = z.object({ currentPassword: password, newPassword: password })

/** Refuses 'account/invalid' with an error for each wrong field. */
export function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: messageOfIssue(issue) }))
  throw new Refusal('account/invalid', {}, errors)
}

const ownPath = /^\/(?![/\\]|%2f|%5c)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/i
/** A path of this shop, which no browser reads as another host. */
export const isOwnPath = (path: string): boolean => ownPath.test(path)
