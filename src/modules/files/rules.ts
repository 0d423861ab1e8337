/** What a customer may upload (§5, D21-D23). The content decides, never the name or the declared type. */
export const uploadTypes = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'] as const
export type UploadType = (typeof uploadTypes)[number]

/** 5 MB to the byte is accepted, one more is not (C219). */
export const largestUpload = 5 * 1024 * 1024
/** What is stored may grow a little when a picture is written anew; the database refuses more. */
export const largestStored = 6 * 1024 * 1024
/** How long a link to a private file works; pages ask for a new one before. */
export const linkMinutes = 10
/** A picture that unpacks to more is refused before it is unpacked (50,000 x 50,000 px is 10 GB). */
export const mostPixels = 40_000_000

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte)

/** The type that the first bytes show; null for everything that is not accepted (SVG, HTML, archives, videos...). */
export function sniffType(bytes: Uint8Array): UploadType | null {
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(bytes, 0x47, 0x49, 0x46, 0x38, 0x37, 0x61) || startsWith(bytes, 0x47, 0x49, 0x46, 0x38, 0x39, 0x61))
    return 'image/gif'
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'application/pdf'
  return null
}

/** A PDF has its end mark and a cross-reference near its end; a page that only begins like one has not. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const end = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, bytes.length - 2048)))
  return end.includes('%%EOF') && end.includes('startxref')
}

/** Whether that type may be stored for this upload; GIF only where it is allowed (D23). */
export const isAllowedType = (type: UploadType | null, allowGif: boolean): type is UploadType =>
  type !== null && (type !== 'image/gif' || allowGif)

/** The name as shown to staff: no path, no control characters, at most 120 characters; never used as a path. */
export function displayName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const clean = last.replace(/[\u0000-\u001f\u007f"<>]/g, '').trim()
  return clean.slice(-120) || 'file'
}

const endings: Readonly<Record<UploadType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}
/** The name under which it is downloaded: the display name with the ending of what it really is. */
export const downloadName = (name: string, type: UploadType): string =>
  `${name.replace(/\.[^.]*$/, '') || 'file'}.${endings[type]}`
