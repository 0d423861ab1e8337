/** What may be uploaded (§5, D21-D23). Content decides, never the name or the declared type. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Exactly 5 MB is accepted (C219). */
export const maxUploadBytes = 5 * 1024 * 1024
/** Re-encoding may enlarge a picture a little; the database refuses more. */
export const maxStoredBytes = 6 * 1024 * 1024
/** What one visitor may upload in a day: some sixty documents of full size. */
export const maxDailyBytes = 300 * 1024 * 1024
/** What one visitor may store without booking: an application for a family. */
export const maxStagedBytesPerVisitor = 100 * 1024 * 1024
/** What all visitors together may store without booking. */
export const maxStagedBytes = 2 * 1024 * 1024 * 1024
/** Lifetime of a link to a private file. */
export const linkMinutes = 10
/** Larger pictures are refused before they are unpacked: 50,000 x 50,000 px would be 10 GB. */
export const maxPixels = 40_000_000

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte)

/** The type by magic number; null for types that are not accepted (SVG, HTML, archives, videos...). */
export function sniffType(bytes: Uint8Array): UploadType | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38, 0x37, 0x61) || startsWith(bytes, 0x47, 0x49, 0x46, 0x38, 0x39, 0x61))
    return 'image/gif'
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return null
}

/** True if the end mark and cross-reference are there: a truncated or fake PDF lacks them. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, bytes.length - 2048)))
  return end.includes('%%EOF') && end.includes('startxref')
}

/** GIF only where it is allowed (D23). */
export const isAllowedType = (type: UploadType | null, allowGif: boolean): type is UploadType =>
  type !== null && (type !== 'image/gif' || allowGif)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unwanted = /[\u0000-\u001f\u007f-\u009f"<>\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
/**
 * The name shown to staff: no path, no control characters, none that reverse the reading order (which can make
 * 'gpj.exe' look like 'exe.jpg'), at most 120 characters. Never used as a path.
 */
export function displayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(unwanted, '').trim()
  return clean.slice(-120) || 'file'
}

const endings: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}
/** The download name: the display name with the extension of the real type. */
export const downloadName = (name: string, type: UploadType): string =>
  `${displayName(name).replace(/\.[^.]*$/, '') || 'file'}.${endings[type]}`
