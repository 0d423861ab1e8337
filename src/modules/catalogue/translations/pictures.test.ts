import { describe, expect, it } from 'vitest'
import { withAlt } from '../../../kernel/picture-edits.ts'
import { fields } from '../../../services/tour/fields.ts'
import type { Original } from './original.ts'
import { picturePath, pictureTexts } from './pictures.ts'
import { countedStates, fieldsToTranslate, translatedItem } from './rules.ts'

const { specs } = fields
const id = '0198c000-0000-7000-8000-000000000771'
const upload = `/media/${id}-1600x1067-1600.webp#UklG`
const itemWith = (gallery_images: readonly string[], featuredImage: string | null = null): Original => ({
  ...{ title: 'Dunes', summary: '', seoTitle: null, seoDescription: null, featuredImage },
  details: { gallery_images },
})

describe('a picture', () => {
  it.each([
    ['an upload by its id, whatever its size, focal point and alt text', `${upload}@25,75~alt=Two%20camels`, id],
    ['one of the set by its name', 'desert-1#alt=Camels', 'desert-1'],
    ['another one by its address', 'https://cdn.example/a_b.jpg', 'https_3a__2f__2f_cdn_2e_example_2f_a_5f_b_2e_jpg'],
  ])('names %s', (_, address, name) => {
    expect(picturePath(address)).toBe(`pictures.${name}`)
  })

  it('has a text to translate if it has an alt text, once for each file', () => {
    const item = itemWith(
      ['desert-1', withAlt('desert-2', 'Dunes'), withAlt('desert-3', 'Again')],
      withAlt('desert-3', 'Camp'),
    )
    expect(pictureTexts(item, specs).map(({ path, alt }) => [path, alt])).toEqual([
      ['pictures.desert-3', 'Camp'],
      ['pictures.desert-2', 'Dunes'],
    ])
    expect(fieldsToTranslate(item, specs).map(({ path }) => path)).toEqual([
      ...['title', 'pictures.desert-3', 'pictures.desert-2'],
    ])
  })

  it('counts with all others as one text, in the worst state', () => {
    const field = (path: string, state: 'missing' | 'outdated' | 'translated') => ({ path, state })
    const [title, one, two] = [field('title', 'translated'), field('pictures.a', 'translated'), 'pictures.b']
    expect(countedStates([title, one, field(two, 'translated')])).toEqual(['translated', 'translated'])
    expect(countedStates([title, one, field(two, 'outdated')])).toEqual(['translated', 'outdated'])
    expect(countedStates([title, field('pictures.a', 'missing'), field(two, 'outdated')])).toEqual([
      ...['translated', 'missing'],
    ])
  })
})

describe('the pictures that somebody reads', () => {
  it('have the translated alt texts, and name those that are not translated', () => {
    const item = itemWith(
      [withAlt(upload, 'Camp'), 'desert-1', withAlt('desert-2', 'Dunes')],
      withAlt('desert-3', 'Sun'),
    )
    const texts = { title: 'كثبان', [`pictures.${id}`]: 'مخيم، ليلًا' }
    const shown = translatedItem(item, specs, { texts, original: 'en' })
    expect(shown.details.gallery_images).toEqual([
      ...[withAlt(upload, 'مخيم، ليلًا'), 'desert-1', withAlt('desert-2', 'Dunes')],
    ])
    expect(shown.featuredImage).toBe(withAlt('desert-3', 'Sun'))
    expect(shown.languages).toEqual({ featured_image: 'en', 'images.2': 'en' })
  })

  it('have no alt text that staff have not written', () => {
    const shown = translatedItem(itemWith(['desert-1'], 'desert-1'), specs, {
      ...{ texts: { 'pictures.desert-1': 'كثبان' }, original: 'en' },
    })
    expect([shown.featuredImage, shown.details.gallery_images]).toEqual(['desert-1', ['desert-1']])
  })
})
