import type { ShopApi } from '../client/api.ts'

const nobodyWaits = () => Promise.reject(new Error('no waiting list'))

/** A shop whose items have no departures on the server; the form then goes by the item's own rules. */
export const noDepartures: ShopApi['inventory'] = {
  availability: async () => ({ timeZone: 'Asia/Dubai', days: [] }),
  groups: async () => ({ timeZone: 'Asia/Dubai', departures: [] }),
  waiting: { join: nobodyWaits, entry: nobodyWaits, leave: nobodyWaits, offer: nobodyWaits },
}
