import sharp from 'sharp'
import { receiveUpload, recordFile } from '../../src/modules/files/index.server.ts'
import { newId } from '../../src/platform/crypto/keyring.server.ts'
import type { Trx } from '../../src/platform/db/database.server.ts'
import { clerk, stepAt, type Told, writeHistory } from './bookings.server.ts'
import { at, type SeedDeps } from './world.server.ts'

const travellersOf = (trx: Trx, { id }: Told) =>
  trx.selectFrom('booking_travelers').select('id').where('booking_id', '=', id).orderBy('position').execute()

/** What travellers handed in once it was paid, of the stories that tell of papers. */
export async function handIn(trx: Trx, deps: SeedDeps, booking: Told): Promise<void> {
  const { papers } = booking.story
  if (papers === undefined || papers === 'missing') return
  const travellers = await travellersOf(trx, booking)
  const asked = deps.kinds.find(booking.service.kind)?.documents(booking.service) ?? []
  for (const { name, required, perTraveller } of asked) {
    if (!required) continue
    for (const traveller of perTraveller ? travellers : [null])
      await insertDocument(trx, deps, booking, name, traveller?.id ?? null)
  }
}

/** What the agency gave out for it. */
export async function giveOut(trx: Trx, deps: SeedDeps, booking: Told): Promise<void> {
  if (booking.story.papers !== 'issued') return
  for (const { id } of await travellersOf(trx, booking)) await issueVisa(trx, deps, booking, id)
}

async function insertDocument(
  trx: Trx,
  deps: SeedDeps,
  booking: Told,
  name: string,
  traveler_id: string | null,
): Promise<void> {
  const when = stepAt(booking, 3)
  const file = { bytes: await drawPaper(name), originalName: `${name}.png`, uploadedBy: 'customer' }
  const file_id = await keepFile(trx, at(deps, when), { ...file, purpose: 'booking_document' })
  const id = newId(when)
  await trx
    .insertInto('booking_documents')
    .values({ id, booking_id: booking.id, traveler_id, name, version: 1, file_id, created_at: when })
    .execute()
  const travelerId = traveler_id === null ? {} : { travelerId: traveler_id }
  await writeHistory(trx, booking, 'document-uploaded', 'customer', 3, { name, version: 1, ...travelerId })
}

async function issueVisa(trx: Trx, deps: SeedDeps, booking: Told, traveler_id: string): Promise<void> {
  // All at the same time: the history of one family is told in the order of time.
  const [made, delivered] = [stepAt(booking, 4), stepAt(booking, 4)]
  const file = { bytes: await drawPaper('visa'), originalName: 'visa.png', uploadedBy: clerk }
  const file_id = await keepFile(trx, at(deps, made), { ...file, purpose: 'issued_document' })
  await trx
    .insertInto('issued_documents')
    .values({
      ...{ id: newId(made), booking_id: booking.id, traveler_id, version: 1, file_id },
      ...{ issued_by: clerk, created_at: made, delivered_at: delivered, delivered_by: clerk },
    })
    .execute()
  const data = { version: 1, travelerId: traveler_id }
  await writeHistory(trx, booking, 'document-issued', 'admin', 4, data)
  await writeHistory(trx, booking, 'document-delivered', 'admin', 4, data)
}

type Kept = { bytes: Buffer; originalName: string; purpose: string; uploadedBy: string }
/** Stored as any upload is. */
async function keepFile(trx: Trx, deps: SeedDeps, { bytes, ...facts }: Kept): Promise<string> {
  const staged = await receiveUpload(deps, { ...facts, bytes: once(bytes), allowGif: false })
  await recordFile(trx, deps, staged)
  return staged.id
}
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const colours: Readonly<Record<string, string>> = { clear_photo: '#b9c6cc', visa: '#0f766e' }

/** A small paper with a picture and lines on it; no text, so that it looks the same without any font. */
function drawPaper(name: string): Promise<Buffer> {
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
