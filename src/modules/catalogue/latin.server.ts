import anyAscii from 'any-ascii'

/**
 * Writes letters of other scripts in Latin ones, for addresses: 'رحلة' becomes 'rhlh'. Leaves digits, signs and pictures
 * as they are. On the server only: the tables are half a megabyte.
 */
export const latinOf = (title: string): string =>
  title.replace(/[\p{L}\p{M}\p{Join_Control}]+/gu, (letters) => anyAscii(letters).replace(/[`']/g, ''))
