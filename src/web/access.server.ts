import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import type { RouteOptions } from 'fastify'
import { type Access, accessLevels } from '../kernel/contract.ts'
import { Refusal } from '../kernel/refusal.ts'
import { areasOfRole } from '../kernel/staff.ts'
import type { Caller } from '../platform/core.server.ts'

const isAccess = (value: unknown): value is Access => accessLevels.includes(value as Access)

/**
 * Deny by default. Refuses 'account/sign-in-needed' to visitors, 'account/not-allowed' to the wrong role, and
 * 'account/two-factor-needed' to the right role that has not set up two-factor sign-in.
 */
export function requireAccess(access: unknown, caller: Caller): void {
  if (access === 'public') return
  if (caller.role === 'anonymous') throw new Refusal('account/sign-in-needed')
  if (access === 'customer') return
  const opens = (role: string) => areasOfRole(role).some((area) => access === `staff:${area}`)
  if (opens(caller.role)) return
  if (caller.waitingRole !== null && opens(caller.waitingRole)) throw new Refusal('account/two-factor-needed')
  throw new Refusal('account/not-allowed')
}

/** An onRoute hook: a route that does not declare its access stops the start. */
export function requireDeclaredRoute(route: RouteOptions): void {
  if (isAccess(route.config?.access)) return
  throw new Error(`${String(route.method)} ${route.url} does not declare who may call it (config.access)`)
}

export type DeclaredProcedure = { name: string; access: Access; method: string; path: string }
/** Every procedure of the router. Throws when one does not declare its access or address. */
export function declaredProcedures(router: AnyRouter): readonly DeclaredProcedure[] {
  const procedures: DeclaredProcedure[] = []
  const lazy = traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const name = path.join('.')
    const { meta, route } = contract['~orpc']
    if (!isAccess(meta.access)) throw new Error(`${name} does not declare who may call it (procedure(access, ...))`)
    if (!route.method || !route.path) throw new Error(`${name} does not declare its address`)
    procedures.push({ name, access: meta.access, method: route.method, path: route.path })
  })
  if (lazy.length > 0) throw new Error('A lazy router hides who may call its procedures')
  return procedures
}
