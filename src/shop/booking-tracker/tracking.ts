import type { ShopApi } from '../client/api.ts'

export type Tracking = Awaited<ReturnType<ShopApi['booking']['track']>>
