// An upload with its real progress, which fetch cannot report.
import { languageHeader } from '../client/language-header.ts'
import { objectionOf, type UploadObjection } from './upload-rules.ts'

export class UploadError extends Error {
  readonly objection: UploadObjection | null

  constructor(message: string, objection: UploadObjection | null = null) {
    super(message)
    this.objection = objection
  }
}

function readRefusal(text: string): UploadError {
  try {
    const { code, title } = JSON.parse(text) as { code?: unknown; title?: unknown }
    return new UploadError(typeof title === 'string' ? title : '', objectionOf(typeof code === 'string' ? code : ''))
  } catch {
    return new UploadError('')
  }
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The file was moved or deleted after it was chosen. */
async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new UploadError('', 'unreadable')
  }
}

/** Resolves to the server's response, rejects with `UploadError`. */
export async function sendFile(
  address: string,
  file: File,
  fields: Readonly<Record<string, string>>,
  onProgress: (percent: number) => void,
): Promise<unknown> {
  await requireReadable(file)
  const form = new FormData()
  // Fields first: the server needs them before it reads the file.
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value)
  form.append('file', file)
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(languageHeader())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(readAnswer(request.responseText))
      else reject(readRefusal(request.responseText))
    }
    request.onerror = () => reject(new UploadError(''))
    request.onabort = () => reject(new UploadError(''))
    request.send(form)
  })
}
