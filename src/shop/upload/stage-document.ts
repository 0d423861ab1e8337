// Documents uploaded before there is a booking: the server stores them and returns a token to book with.
import { sendFile, UploadError } from './send-file.ts'
import { shrinkPicture } from './shrink-picture.ts'

const address = '/api/document-uploads'

/** An uploaded document, with the token that a booking names it by. */
export interface StagedDocument {
  readonly name: string
  readonly upload: string
  /** It is deleted after this time. */
  readonly expiresAt: string
}

export async function stageDocument(file: File, onProgress: (percent: number) => void): Promise<StagedDocument> {
  const answer = await sendFile(address, await shrinkPicture(file), {}, onProgress)
  const { upload, expires_at: expiresAt } = (answer ?? {}) as { upload?: unknown; expires_at?: unknown }
  if (typeof upload !== 'string' || typeof expiresAt !== 'string') throw new UploadError('')
  return { name: file.name, upload, expiresAt }
}

/** Deletes it at once. If the request fails, the server deletes it after two days. */
export function dropUpload(upload: string): void {
  const body = JSON.stringify({ upload })
  void fetch(address, { method: 'DELETE', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
}
