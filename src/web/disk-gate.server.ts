import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { DiskWatch } from '../platform/disk-space.server.ts'

const retryAfter = 60
const isReading = (method: string | undefined): boolean => /^(GET|HEAD|OPTIONS)$/.test(method ?? '')

/** Refuses 'server/storage-full' for a write while the disk is full. Staff can still sign in, to see why. */
export async function requireRoom(disk: DiskWatch, method: string | undefined): Promise<void> {
  if (isReading(method)) return
  const { state } = await disk()
  if (state === 'full') throw new Refusal('server/storage-full', { retryAfter })
}

/**
 * The same for plain routes, and 'file/store-full' for uploads while the disk is low. Procedures are checked one by
 * one, because some only read although they are called by POST.
 */
export async function requireRoomFor(disk: DiskWatch, request: FastifyRequest): Promise<void> {
  const { config, url = '' } = request.routeOptions
  if (config.uploads !== undefined && (await disk()).state !== 'ok')
    throw new Refusal('file/store-full', { retryAfter })
  if (/^\/(api|rpc)\/\*$/.test(url) || url.startsWith('/api/auth/')) return
  await requireRoom(disk, request.method)
}
