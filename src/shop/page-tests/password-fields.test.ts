import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bodyAt } from '../testing/open-page.ts'

const fieldsOf = (html: string) =>
  [...html.matchAll(/<input[^>]*name="[^"]*[pP]assword[^"]*"[^>]*>/g)].map(([tag]) => tag)

describe('a password field', () => {
  test.each([
    ['/login', ['current-password']],
    ['/register', ['new-password']],
    ['/reset-password?token=x', ['new-password']],
  ])('of %s is masked and open to password managers', async (path, autocomplete) => {
    const fields = fieldsOf(await bodyAt(path))
    expect(fields.map((tag) => /autocomplete="([^"]*)"/i.exec(tag)?.[1])).toEqual(autocomplete)
    for (const tag of fields) expect(tag).toContain('type="password"')
  })

  test('never blocks pasting', () => {
    const folders = ['src/shop', 'src/admin', 'src/ui']
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    const components = files.filter((name) => name.endsWith('.tsx'))
    expect(components.length).toBeGreaterThan(100)
    for (const name of components) expect(readFileSync(name, 'utf8'), name).not.toMatch(/\bon(?:Paste|BeforeInput)=/)
  })
})
