type Answer = Record<string, unknown> & { id: string; version: number }
type Write = (route: string, body: object, change: 'made' | 'changed') => Promise<Answer>

interface Files {
  readonly upload: (route: string, file: string) => Promise<{ json: () => unknown }>
  readonly bring: (route: string, file: string, change: 'file') => Promise<unknown>
}

export async function translate(write: Write, itemId: string, { upload, bring }: Files): Promise<void> {
  const fields = [{ path: 'title', source: 'the original', value: 'Translated on record' }]
  await write(`PUT /api/admin/services/${itemId}/translations/ar-XB`, { version: 0, fields }, 'changed')
  const file = translatedFile(itemId)
  const { mark } = (await upload('POST /api/admin/translation-imports', file)).json() as { mark: string }
  await bring(`POST /api/admin/translation-imports?agreed=${mark}`, file, 'file')
}

/** From a translator: the title of the item in another language. */
const translatedFile = (itemId: string): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="hi"><file id="${itemId}">
    <unit id="title"><segment><source>Changed on record</source><target>Brought on record</target></segment></unit></file></xliff>`

export async function translateContent(write: Write, sliderId: string, menuItemId: string): Promise<void> {
  const sent = (path: string) => ({ version: 0, fields: [{ path, source: 'the original', value: 'On record' }] })
  const at = '/api/admin/content'
  await write(`PUT ${at}/slider/${sliderId}/translations/ar-XB`, sent('title'), 'changed')
  await write(`PUT ${at}/menu-item/${menuItemId}/translations/ar-XB`, sent('name'), 'changed')
  await write(`PUT ${at}/page/terms/translations/ar-XB`, sent('title'), 'changed')
  await write('PUT /api/admin/setting-translations/ar-XB', sent('business_hours'), 'changed')
}

export async function changePrices(write: Write, item: { id: string; version: number }): Promise<void> {
  const change = { direction: 'raise', by: { unit: 'percent', percent: '10' }, fields: ['price_adult'] }
  const dearer = await write('POST /api/admin/price-changes', { kind: 'tour', change, items: [item] }, 'changed')
  await write(`POST /api/admin/price-changes/${dearer.id}/undo`, {}, 'changed')
}
