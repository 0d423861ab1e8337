// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { readAddress } from './address.ts'
import { cleanPasted } from './paste.ts'

const item = (mark: string, words: string) =>
  `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${mark}<span>&nbsp; </span></span>${words}</p>`

describe('pasted HTML', () => {
  it('of Word loses its styles, and its bullets and numbers become lists', () => {
    const html = `<html><head><style>p{color:red}</style><xml>x</xml></head><body><p class=MsoNormal>Bring:<o:p></o:p></p>${item('·', 'water')}${item('·', 'a <b>hat</b>')}<p>Then</p>${item('1.', 'go')}</body></html>`
    expect(cleanPasted(html)).toBe(
      '<p class="MsoNormal">Bring:</p><ul><li>water</li><li>a <b>hat</b></li></ul><p>Then</p><ol><li>go</li></ol>',
    )
  })
  it('with bullets in the text becomes a list too', () => {
    expect(cleanPasted('<p class="MsoListParagraphCxSpFirst">•&nbsp; one</p>')).toBe('<ul><li>one</li></ul>')
  })
  it('has headings of the two levels that texts have, and cells of tables as lines', () => {
    expect(cleanPasted('<h1>a</h1><h2>b</h2><h5>c</h5><table><tr><td>d</td><td>e</td></tr></table>')).toMatch(
      /^<h2>a<\/h2><h2>b<\/h2><h3>c<\/h3>.*<p>d<\/p><p>e<\/p>/,
    )
  })
  it('loses scripts, forms and anchors', () => {
    const html = '<script>x</script><form>y</form><p><a href="#top">a</a><a name="b">b</a><input></p>'
    expect(cleanPasted(html)).toBe('<p>ab</p>')
  })
})

describe('the address of a link', () => {
  it.each([
    ['https://example.com/a', 'https://example.com/a'],
    ['example.com', 'https://example.com'],
    [' www.example.co.in/x?y=1 ', 'https://www.example.co.in/x?y=1'],
    ['desk@example.com', 'mailto:desk@example.com'],
    ['/tours', '/tours'],
    ['tel:+971400', 'tel:+971400'],
    ['https://en.wikipedia.org/wiki/Dubai_(city)', 'https://en.wikipedia.org/wiki/Dubai_%28city%29'],
    ['https://example.com/a b', 'https://example.com/a%20b'],
  ])('%s becomes %s', (typed, address) => expect(readAddress(typed)).toBe(address))
  it.each(['', 'hello', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', 'JaVaScRiPt:x'])(
    '%s is refused',
    (typed) => expect(readAddress(typed)).toBeNull(),
  )
})
