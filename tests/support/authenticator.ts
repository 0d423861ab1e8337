import { codeOf, stepAt } from '../../src/modules/account/totp.server.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function bytesOfKey(key: string): Buffer {
  const bits = [...key.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code an authenticator app shows at that time, or `away` steps of 30 seconds later. */
export const codeInApp = (key: string, at: Date, away = 0): string => codeOf(bytesOfKey(key), stepAt(at) + away)
