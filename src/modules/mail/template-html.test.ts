import { describe, expect, test } from 'vitest'
import { say } from '../../platform/messages.server.ts'
import { maxBodyLength } from './rules.ts'
import { cleanHtml, htmlErrors } from './template-html.server.ts'

describe('the HTML of a template', () => {
  test.each([
    '<p>Dear {{customer_name}},<br>see <a href="{{tracking_url}}">your booking</a>.</p>',
    '<p style="margin:20px 0"><a href="mailto:{{customer_email}}" style="color:#fff">Write</a></p>',
    '<TABLE cellpadding=0><tr><td colspan="2">a &amp; b &middot; 5 < 6</td></tr></TABLE>',
    '<ul><li>one<li>two</ul><img src="https://cdn.example/a.png" alt="">',
    'No tag at all, and an unclosed <b>',
  ])('is the same to the byte where all of it is allowed: %s', (html) => {
    expect(cleanHtml(html)).toEqual({ html, removed: [] })
  })

  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>', ['<script>']],
    ['<p onclick="x()">a</p>', '<p>a</p>', ['onclick']],
    ['<p ONMOUSEOVER=x class="a">b</p>', '<p class="a">b</p>', ['onmouseover']],
    ['<a href="javascript:x()">a</a>', '<a>a</a>', ['href']],
    ['<a href="java&#x73;cript:x()">a</a>', '<a>a</a>', ['href']],
    ['<a href="{{customer_name}}">a</a>', '<a>a</a>', ['href']],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>', ['href']],
    ['<img src="http://x.example/a.gif">', '<img>', ['src']],
    ['<img src=x onerror=alert(1)>', '<img>', ['src', 'onerror']],
    ['<p style="background:url(https://x.example/a)">a</p>', '<p>a</p>', ['style']],
    ['<p style="color:{{customer_name}}">a</p>', '<p>a</p>', ['style']],
    ['<form action="https://x.example"><input name="card">a</form>', 'a', ['<form>', '<input>']],
    ['<iframe src="https://x.example"><p>in</p></iframe>out', 'out', ['<iframe>']],
    ['<svg><svg><a href="#">x</a></svg><script>y</script></svg>z', 'z', ['<svg>']],
    ['<style>p{color:red}</style><p>a</p>', '<p>a</p>', ['<style>']],
    ['<base href="https://x.example"><meta http-equiv="refresh"><p>a</p>', '<p>a</p>', ['<base>', '<meta>']],
    ['<!--[if mso]><p>a</p><![endif]--><p>b</p>', '<p>b</p>', ['<!-- -->']],
    ['<script>never closed <p>a</p>', '', ['<script>']],
  ])('%s loses what is not allowed', (html, kept, removed) => {
    expect(cleanHtml(html)).toEqual({ html: kept, removed })
  })

  test('is refused with the names of what it cannot contain', () => {
    const [error, ...others] = htmlErrors('<p onclick="a()">x</p><script>1</script>').map(({ path, message }) => ({
      path,
      message: say(message),
    }))
    expect(error).toEqual({ path: 'html_body', message: 'Emails cannot contain onclick, <script>' })
    expect(others).toEqual([])
    expect(htmlErrors('<p>x</p>')).toEqual([])
  })

  test.each(['<', '<a href="', '<svg>', '<script>', '<!--', '<p a=1 ', '&#x', '</p>'])(
    'is checked in linear time: %s, repeated',
    (piece) => {
      const started = performance.now()
      cleanHtml(piece.repeat(maxBodyLength))
      expect(performance.now() - started).toBeLessThan(1_500)
    },
  )
})
