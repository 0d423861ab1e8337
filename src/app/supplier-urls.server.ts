import { providerUrlNames } from '../adapters/payments/index.server.ts'

/** The environment variables in which other addresses of suppliers may be given: for stand-ins, and for tests. */
export const supplierUrlNames: readonly string[] = [...providerUrlNames, 'META_PIXEL_URL', 'META_API_URL']
