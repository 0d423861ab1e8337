import { providerUrlNames } from '../adapters/payments/index.server.ts'

/** Environment variables that replace suppliers' base URLs, for stand-ins and tests. */
export const supplierUrlNames: readonly string[] = [...providerUrlNames, 'META_PIXEL_URL', 'META_API_URL']
