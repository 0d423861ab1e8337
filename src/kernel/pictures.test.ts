import { expect, test } from 'vitest'
import { focalSteps, withAlt, withFocus } from './picture-edits.ts'
import { altOf, middle, pictureWidths, readUploadedPicture, splitAlt } from './pictures.ts'

const stem = '/media/0198c000-0000-7000-8000-00000000abcd-1600x900'

test('a picture has up to three widths and its own, never wider than 1600 or the original', () => {
  expect(pictureWidths(90)).toEqual([90])
  expect(pictureWidths(400)).toEqual([400])
  expect(pictureWidths(401)).toEqual([400, 401])
  expect(pictureWidths(1200)).toEqual([400, 800, 1200])
  expect(pictureWidths(5000)).toEqual([400, 800, 1200, 1600])
})

test('the URL of an uploaded picture describes it and names its variants', () => {
  const picture = readUploadedPicture(`${stem}-1600.webp#UklG/+A=`)
  expect(picture).toMatchObject({
    id: '0198c000-0000-7000-8000-00000000abcd',
    width: 1600,
    height: 900,
    drawing: '1600.webp',
    preview: 'UklG/+A=',
  })
  expect(picture?.addressOf('400.avif')).toBe(`${stem}-400.avif`)
  for (const drawing of ['400.webp', '400.avif', 'card.jpg'])
    expect(readUploadedPicture(`${stem}-${drawing}`)).toMatchObject({ drawing, preview: undefined })
})

test('the URL carries a focal point behind the preview, or without one', () => {
  for (const file of [`${stem}-1600.webp`, `${stem}-1600.webp#UklG/+A=`]) {
    expect(readUploadedPicture(file)?.focus).toEqual(middle)
    for (const x of focalSteps)
      for (const y of focalSteps) {
        const focused = withFocus(file, { x, y })
        expect(readUploadedPicture(focused)).toMatchObject({
          focus: { x, y },
          preview: readUploadedPicture(file)?.preview,
        })
        expect(withFocus(withFocus(focused, { x: 0, y: 100 }), { x, y })).toBe(focused)
        expect(withFocus(focused, middle)).toBe(file)
      }
  }
  expect(withFocus(`${stem}-1600.webp#UklG/+A=`, { x: 25, y: 0 })).toBe(`${stem}-1600.webp#UklG/+A=@25,0`)
  expect(withFocus('/pictures/desert-1-800.webp', { x: 25, y: 0 })).toBe('/pictures/desert-1-800.webp')
})

test.each([
  ['desert-1', 'desert-1#alt=Two%20camels'],
  ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg#alt=Two%20camels'],
  ['https://cdn.example/all.svg#sun', 'https://cdn.example/all.svg#sun~alt=Two%20camels'],
  [`${stem}-1600.webp`, `${stem}-1600.webp#alt=Two%20camels`],
  [`${stem}-1600.webp#UklG/+A=`, `${stem}-1600.webp#UklG/+A=~alt=Two%20camels`],
  [`${stem}-1600.webp#UklG@25,0`, `${stem}-1600.webp#UklG@25,0~alt=Two%20camels`],
])('the address %s carries an alt text and gives it back', (bare, described) => {
  expect(withAlt(bare, ' Two \n camels ')).toBe(described)
  expect(splitAlt(described)).toEqual({ file: bare, alt: 'Two camels' })
  expect(withAlt(described, 'Dunes')).toBe(withAlt(bare, 'Dunes'))
  expect(withAlt(described, ' ')).toBe(bare)
  expect(altOf(bare)).toBe('')
})

test('a focal point and an alt text do not disturb each other', () => {
  const described = withAlt(`${stem}-1600.webp#UklG`, 'Dunes')
  const both = withFocus(described, { x: 0, y: 75 })
  expect(readUploadedPicture(both)).toMatchObject({ alt: 'Dunes', focus: { x: 0, y: 75 }, preview: 'UklG' })
  expect(withFocus(both, middle)).toBe(described)
})

test.each([
  `"><script>alert('1')</script>`,
  'Rock & sand, 100 % #1 ~alt=x | \\ (2)',
  'جملان على كثيب عند الغروب',
  '🐪🐪',
  'a%20b',
])('the alt text %s is one word in the address and comes back unchanged', (alt) => {
  const described = withAlt('https://cdn.example/a.jpg', alt)
  expect(described).toMatch(/^[^\s"<>,|]+$/)
  expect(splitAlt(described)).toEqual({ file: 'https://cdn.example/a.jpg', alt })
})

test('an alt text that was typed into a file by hand is read as far as possible', () => {
  expect(altOf('desert-1#alt=100%')).toBe('100%')
  expect(altOf('desert-1#alt=a%0Ab%00')).toBe('a b')
  expect(altOf('desert-1#alt=')).toBe('')
})

test.each([
  '',
  'desert-1',
  '/pictures/desert-1-800.webp',
  'https://cdn.example/a.jpg',
  `https://cdn.example${stem}-400.webp`,
  `${stem}-400.png`,
  `${stem}-card.webp`,
  `${stem}-400.webp#`,
  `${stem}-400.webp#<b>`,
  `${stem}-400.webp#@`,
  `${stem}-400.webp#@30,50`,
  `${stem}-400.webp#@25`,
  `${stem}-400.webp#UklG@25,125`,
  `${stem}-400.webp#@25,25@50,50`,
  `${stem}-400.webp?w=1`,
  `${stem}-400.webp `,
  '/media/0198c000-0000-7000-8000-00000000abc-1600x900-400.webp',
  '/media/------------------------------------1600x900-400.webp',
])('%j is no address of an uploaded picture', (address) => {
  expect(readUploadedPicture(address)).toBeUndefined()
})
