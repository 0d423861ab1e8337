// Documents that are sent before there is a booking: the server keeps them and answers the token to book with.
import { sendFile, UploadError } from './send-file.ts'
import { shrinkPicture } from './shrink-picture.ts'

const address = '/api/document-uploads'

/** A document that the shop has taken in for a booking to come, by the token that a booking names it with. */
export interface StagedDocument {
  readonly name: string
  readonly upload: string
  /** After this instant it is gone. */
  readonly expiresAt: string
}

export async function stageDocument(file: File, onProgress: (percent: number) => void): Promise<StagedDocument> {
  const answer = await sendFile(address, await shrinkPicture(file), {}, onProgress)
  const { upload, expires_at: expiresAt } = (answer ?? {}) as { upload?: unknown; expires_at?: unknown }
  if (typeof upload !== 'string' || typeof expiresAt !== 'string') throw new UploadError('')
  return { name: file.name, upload, expiresAt }
}

/** Erased at once; what could not be told to the server is erased by itself in two days. */
export function dropUpload(upload: string): void {
  const body = JSON.stringify({ upload })
  void fetch(address, { method: 'DELETE', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  )
}
