import sharp from 'sharp'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import { clerk, stepAt, type Writing, writeHistory } from './demo-booking.server.ts'
import { storeUpload } from './uploads.server.ts'

const findTravellers = ({ trx, booking }: Writing) =>
  trx.selectFrom('booking_travelers').select('id').where('booking_id', '=', booking.id).orderBy('position').execute()

/** Documents that travellers uploaded after the payment, for stories with documents. */
export async function uploadDocuments(writing: Writing): Promise<void> {
  const { deps, booking } = writing
  const { documents } = booking.story
  if (documents === undefined || documents === 'missing') return
  const travellers = await findTravellers(writing)
  const required = deps.kinds
    .find(booking.service.kind)
    ?.documents(booking.service)
    .filter((each) => each.required)
  for (const { name, perTraveller } of required ?? [])
    for (const traveller of perTraveller ? travellers : [null])
      await insertDocument(writing, name, traveller?.id ?? null)
}

/** A visa for each traveller, for stories in which it is issued. */
export async function issueDocuments(writing: Writing): Promise<void> {
  if (writing.booking.story.documents !== 'issued') return
  for (const { id } of await findTravellers(writing)) await issueVisa(writing, id)
}

async function insertDocument(writing: Writing, name: string, traveler_id: string | null): Promise<void> {
  const { trx, booking } = writing
  const when = stepAt(booking, 3)
  const file = { bytes: await drawDocument(name), originalName: `${name}.png`, uploadedBy: 'customer' }
  const file_id = await storeUpload(writing, when, { ...file, purpose: 'booking_document' })
  const id = newId(when)
  await trx
    .insertInto('booking_documents')
    .values({ id, booking_id: booking.id, traveler_id, name, version: 1, file_id, created_at: when })
    .execute()
  const travelerId = traveler_id === null ? {} : { travelerId: traveler_id }
  const data = { name, version: 1, ...travelerId }
  await writeHistory(writing, { event: 'document-uploaded', actor: 'customer', step: 3, data })
}

async function issueVisa(writing: Writing, traveler_id: string): Promise<void> {
  const { trx, booking } = writing
  // One step for both, so that the history of a family stays in order.
  const when = stepAt(booking, 4)
  const file = { bytes: await drawDocument('visa'), originalName: 'visa.png', uploadedBy: clerk }
  const file_id = await storeUpload(writing, when, { ...file, purpose: 'issued_document' })
  await trx
    .insertInto('issued_documents')
    .values({
      ...{ id: newId(when), booking_id: booking.id, traveler_id, version: 1, file_id },
      ...{ issued_by: clerk, created_at: when, delivered_at: when, delivered_by: clerk },
    })
    .execute()
  const data = { version: 1, travelerId: traveler_id }
  await writeHistory(writing, { event: 'document-issued', actor: 'admin', step: 4, data })
  await writeHistory(writing, { event: 'document-delivered', actor: 'admin', step: 4, data })
}

const colours: Readonly<Record<string, string>> = { clear_photo: '#b9c6cc', visa: '#0f766e' }

/** A portrait and lines instead of text, so that it looks the same without any font. */
function drawDocument(name: string): Promise<Buffer> {
  const colour = colours[name] ?? '#334e68'
  const lines = [0, 1, 2, 3].map(
    (place) => `<rect x="170" y="${96 + place * 34}" width="${190 - place * 27}" height="12" rx="6" fill="#c9d2d6"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="280">
    <rect width="400" height="280" rx="14" fill="#f4f1ea"/><rect width="400" height="56" fill="${colour}"/>
    <circle cx="90" cy="136" r="30" fill="#d9c7b0"/><path d="M40 226c0-34 22-52 50-52s50 18 50 52z" fill="${colour}"/>
    ${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
