import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { captionsIn } from './captions.ts'
import { Field } from './field.tsx'
import { pagesAround } from './pagination.tsx'
import { Picture } from './picture.tsx'
import { shippedNames } from './pictures.generated.ts'
import { pictureAlt, pictureOf } from './pictures.ts'
import { Price } from './price.tsx'
import { LocaleProvider } from './say.tsx'
import { Tabs } from './tabs.tsx'
import { TextInput } from './text-input.tsx'

const Alt = ({ address }: { address: string }) => pictureAlt(address)
const altIn = (locale: string, address: string): string =>
  renderToStaticMarkup(
    <LocaleProvider value={locale}>
      <Alt address={address} />
    </LocaleProvider>,
  )

test('a field links its label, hint and error to its control', () => {
  const html = renderToStaticMarkup(
    <Field id="mail" label="Email" hint="For the voucher" error="Please enter a valid email" required>
      <TextInput type="email" />
    </Field>,
  )
  expect(html).toContain('<label for="mail"')
  expect(html).toMatch(
    /<input[^>]*id="mail"[^>]*required=""[^>]*aria-describedby="mail-hint mail-error"[^>]*aria-invalid="true"/,
  )
  expect(html).toContain('id="mail-error"')
})

test('a working button keeps the focus and is busy, not disabled', () => {
  const html = renderToStaticMarkup(
    <Button loading loadingLabel="Processing...">
      Pay
    </Button>,
  )
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('Processing...')
  expect(html).not.toContain('disabled=""')
})

test('a working button ignores presses', () => {
  const press = vi.fn()
  const preventDefault = vi.fn()
  const element = Button({ loading: true, onClick: press, children: 'Pay' })
  element.props.onClick({ preventDefault })
  expect(press).not.toHaveBeenCalled()
  expect(preventDefault).toHaveBeenCalled()
})

test('all tab panels are in the server HTML, and none is hidden without script', () => {
  const html = renderToStaticMarkup(
    <Tabs
      label="About"
      tabs={[
        { key: 'a', label: 'Overview', content: 'first text' },
        { key: 'b', label: 'Policies', content: 'second text' },
      ]}
    />,
  )
  expect(html).toContain('first text')
  expect(html).toContain('second text')
  expect(html).not.toContain('hidden')
})

test('no piece writes an inline style, which the content policy forbids', () => {
  const picture = pictureOf('/pictures/desert-5-800.webp')
  const html = renderToStaticMarkup(<Picture picture={picture} alt="" sizes="100vw" priority />)
  expect(html).toContain('<image')
  expect(html).not.toContain('style=')
})

test('a shipped picture offers three widths in two formats; any other address is used as it is', () => {
  const shipped = pictureOf('/pictures/desert-5-400.webp')
  expect(shipped.avif).toBe(
    '/pictures/desert-5-400.avif 400w, /pictures/desert-5-800.avif 800w, /pictures/desert-5-1200.avif 1200w',
  )
  expect(altIn('en-GB', '/pictures/desert-5-800.webp')).toBe('Two camels on a dune in golden light')
  expect(altIn('ar-u-nu-latn', '/pictures/desert-5-800.webp')).toBe(captionsIn('ar')['desert-5'])
  for (const language of ['en', 'ar', 'hi', 'ur']) expect(Object.keys(captionsIn(language))).toEqual(shippedNames)
  const brought = pictureOf('/files/photo.webp')
  expect(brought.src).toBe('/files/photo.webp')
  expect(brought.avif).toBeUndefined()
  expect(pictureOf('/pictures/unknown-800.webp').webp).toBeUndefined()
})

const uploaded = '/media/0198c000-0000-7000-8000-00000000abcd-1000x1500'

test('an alt text says what a picture shows and is no part of its file', () => {
  for (const [address, src] of [
    ['/pictures/desert-5-800.webp', '/pictures/desert-5-800.webp'],
    ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    [`${uploaded}-1000.webp`, `${uploaded}-800.webp`],
  ] as const) {
    const described = `${address}#alt=Two%20%22camels%22`
    expect(altIn('en-GB', described)).toBe('Two &quot;camels&quot;')
    expect(pictureOf(described).src).toBe(src)
  }
})

test('an uploaded picture offers each of its widths in two formats and its own ratio', () => {
  expect(pictureOf(`${uploaded}-1000.webp`)).toEqual({
    src: `${uploaded}-800.webp`,
    avif: `${uploaded}-400.avif 400w,${uploaded}-800.avif 800w,${uploaded}-1000.avif 1000w`,
    webp: `${uploaded}-400.webp 400w,${uploaded}-800.webp 800w,${uploaded}-1000.webp 1000w`,
    width: 1000,
    height: 1500,
    focus: { x: 50, y: 50 },
  })
  expect(pictureOf(uploaded.replace('1000x1500', '90x60-90.webp')).src).toMatch(/-90\.webp$/)
})

test('a frame crops an uploaded picture around its focal point', () => {
  const drawn = (fragment: string) =>
    renderToStaticMarkup(<Picture picture={pictureOf(`${uploaded}-1000.webp${fragment}`)} alt="" sizes="100vw" />)
  expect(drawn('#UklG@25,100')).toContain('data-x="25" data-y="100"')
  expect(drawn('#UklG@25,100')).toContain('preserveAspectRatio="xMinYMax slice"')
  expect(drawn('#UklG')).not.toMatch(/data-[xy]/)
  expect(drawn('#UklG')).toContain('preserveAspectRatio="xMidYMid slice"')
})

test('a picture takes its preview from its address or the server, and leaves no space without one', async () => {
  const drawn = (address: string) =>
    renderToStaticMarkup(<Picture picture={pictureOf(address)} alt="" sizes="100vw" ratio="fill" />)
  const previewIn = (html: string) => /<image[^>]* href="data:image\/webp;base64,([^"]+)"/.exec(html)?.[1]
  expect(previewIn(drawn(`${uploaded}-1000.webp#UklGRj4A+/w=`))).toBe('UklGRj4A+/w=')
  expect(drawn(`${uploaded}-1000.webp#UklGRj4A+/w=`)).toContain('viewBox="0 0 1000 1500"')
  for (const name of shippedNames) {
    const preview = Buffer.from(previewIn(drawn(`/pictures/${name}-800.webp`)) ?? '', 'base64')
    expect(preview.length, name).toBeLessThan(120)
    expect(await sharp(preview).metadata(), name).toMatchObject({ format: 'webp', width: 16, height: 11 })
  }
  for (const address of [`${uploaded}-1000.webp`, 'https://cdn.example/a.jpg', `${uploaded}-1000.webp#"><script>`])
    expect(drawn(address)).not.toContain('<svg')
})

test('an amount is isolated from the direction of the text around it', () => {
  expect(renderToStaticMarkup(<Price>{'AED 420'}</Price>)).toContain('<bdi dir="ltr" class="price">AED 420</bdi>')
})

test('the pager shows the ends and neighbours, and no gap in place of a single page', () => {
  expect(pagesAround(1, 3)).toEqual([1, 2, 3])
  expect(pagesAround(1, 12)).toEqual([1, 2, 3, 4, 5, 'gap', 12])
  expect(pagesAround(6, 12)).toEqual([1, 'gap', 5, 6, 7, 'gap', 12])
  expect(pagesAround(12, 12)).toEqual([1, 'gap', 8, 9, 10, 11, 12])
  expect(pagesAround(4, 6)).toEqual([1, 2, 3, 4, 5, 6])
})
