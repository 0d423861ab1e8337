import type { TestApp } from '../../../../tests/support/app.ts'

type Answer = { status: number; body: Record<string, unknown>; setCookie: string }

/** A browser with cookies and an IP address of its own, because limits count by address. */
export type Visitor = Readonly<{
  cookies: Record<string, string>
  ask: (route: string, body?: object) => Promise<Answer>
  /** The signed-in user; null for a visitor. */
  user: () => Promise<{ email: string } | null>
}>

let addresses = 0
const nextAddress = () => `10.9.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`

export function newVisitor(shop: TestApp, remoteAddress = nextAddress()): Visitor {
  const cookies: Record<string, string> = {}
  const ask = async (route: string, payload?: object): Promise<Answer> => {
    const [method, url] = route.split(' ')
    const answer = await shop.app.inject({
      method: method as 'GET' | 'POST' | 'PATCH',
      url: url ?? '',
      remoteAddress,
      cookies,
      ...(payload && { payload }),
    })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) delete cookies[name]
      else cookies[name] = value
    }
    const body = answer.json() as Record<string, unknown>
    return { status: answer.statusCode, body, setCookie: String(answer.headers['set-cookie'] ?? '') }
  }
  const user = async () => (await ask('GET /api/session')).body.user as { email: string } | null
  return { cookies, ask, user }
}

/** The token of the newest link mailed to that address. Runs the jobs first. */
export async function mailedToken(shop: TestApp, to: string): Promise<string> {
  await shop.runJobs()
  const mail = shop.outbox.findLast((one) => one.to === to)
  const link = /http:\/\/shop\.test\/\S+?token=[^\s)]+/.exec(mail?.text ?? '')?.[0]
  if (!link) throw new Error(`No link was mailed to ${to}`)
  return new URL(link).searchParams.get('token') ?? ''
}

let people = 0
export const newEmail = (): string => `visitor${++people}@example.com`

export const signUp = (visitor: Visitor, email: string, password: string, full_name = 'Asha Rao') =>
  visitor.ask('POST /api/auth/sign-up/email', { email, password, full_name })
export const signIn = (visitor: Visitor, email: string, password: string) =>
  visitor.ask('POST /api/auth/sign-in/email', { email, password })
