import { createHash, randomBytes } from 'node:crypto'

/** A random secret for a cookie or a link: 192 bits. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** The database stores only this digest, so a leaked database contains no usable tokens. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')
