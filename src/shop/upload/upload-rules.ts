// Messages about a file before it is uploaded. The server checks the content (D21).

/** 5 MB; a file of exactly this size is accepted (C219). */
export const maxUploadBytes = 5 * 1024 * 1024

export type UploadObjection = 'none' | 'type' | 'size' | 'unreadable'
const names = /\.(jpe?g|png|pdf)$/i
const types = ['image/jpeg', 'image/jpg', 'image/png', 'application/pdf']

/** `takesGif`: for proofs of the generic booking flow (C218). */
export function uploadObjection(
  file: { name: string; type: string; size: number },
  largest: number,
  takesGif = false,
): UploadObjection | null {
  const isGif = file.type === 'image/gif' || (file.type === '' && /\.gif$/i.test(file.name))
  const isKnown = types.includes(file.type) || (file.type === '' && names.test(file.name)) || (takesGif && isGif)
  if (!isKnown) return 'type'
  return file.size > largest ? 'size' : null
}

/** The server's refusals in the same words. */
export function objectionOf(code: string): UploadObjection | null {
  if (code === 'file/type' || code === 'request/media-type') return 'type'
  if (code === 'file/too-large' || code === 'request/too-large') return 'size'
  if (code === 'file/missing') return 'none'
  return code === 'file/unreadable' ? 'unreadable' : null
}
