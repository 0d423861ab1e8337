import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kinds } from '../src/services/index.ts'

// Rules of docs/security.md that hold for all code that runs in production.
const isTest = /(?:\.test\.tsx?$|[/\\](?:testing|page-tests)[/\\])/
type Source = { readonly name: string; readonly text: string }
const sources = textsOf('src/**/*.{ts,tsx}').filter(({ name }) => !isTest.test(name))

function textsOf(pattern: string): Source[] {
  const names = globSync(pattern).map((name) => name.replaceAll('\\', '/'))
  return names.map((name) => ({ name, text: withoutComments(readFileSync(name, 'utf8')) }))
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}
/** 'file: match' of every match. */
const matchesIn = (files: readonly Source[], pattern: RegExp): string[] =>
  files.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([match]) => `${name}: ${match}`))
/** Those of production code outside the allowed files. */
const matches = (pattern: RegExp, allowed: readonly string[] = []): string[] =>
  matchesIn(
    sources.filter(({ name }) => !allowed.includes(name)),
    pattern,
  )

describe('production code', () => {
  test('is searched as a whole', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(matches(/createServer\(/g).length).toBeGreaterThan(0)
  })

  test('runs no code from text', () => {
    expect(matches(/\beval\(|\bnew Function\(|\bnode:vm\b|\bset(?:Timeout|Interval)\(\s*['"`]/g)).toEqual([])
  })

  test('starts programs with argument lists and without a shell, for the embedded database only', () => {
    expect(
      matches(/node:child_process|\bshell: true/g).filter((each) => !each.startsWith('src/platform/postgres/')),
    ).toEqual([])
    const starting = sources.filter(({ text }) => text.includes('node:child_process'))
    expect(starting.length).toBeGreaterThan(0)
    // exec takes a command line; spawn and execFile take a program and its arguments.
    for (const { name, text } of starting)
      expect(text, name).not.toMatch(/\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'/)
  })

  test('builds patterns from constants, or from escaped words', () => {
    // The constants of these files; scrub.ts escapes its words.
    const known = [
      'src/modules/account/rules.ts',
      'src/services/shared/youtube.ts',
      'src/services/shared/read-duration.ts',
      'src/web/shared-answers.server.ts',
      'src/web/pages.server.ts',
      'src/kernel/scrub.ts',
      'src/kernel/person-name.ts',
      'src/adapters/payments/razorpay/objects.server.ts',
    ]
    expect(matches(/\bnew RegExp\(|[^.\w]RegExp\(/g, known)).toEqual([])
  })

  test('takes random values from the system’s generator', () => {
    expect(matches(/\bMath\.random\b/g)).toEqual([])
  })

  test('uses no cryptography but that of Node', () => {
    expect(matches(/from ['"](?:crypto-js|bcryptjs?|argon2|md5|sha1|tweetnacl|jsonwebtoken|node-forge)['"]/g)).toEqual(
      [],
    )
  })

  test('hashes with SHA-256, apart from what others dictate', () => {
    // CCAvenue dictates MD5 for its key; authenticator apps dictate HMAC-SHA-1.
    const dictated = ['src/adapters/payments/ccavenue/cipher.server.ts', 'src/modules/account/totp.server.ts']
    expect(matches(/\bcreate(?:Hash|Hmac)\(\s*(?!'sha256')[^,)]*/g, dictated)).toEqual([])
  })

  test('encrypts with AES-256-GCM, apart from what CCAvenue dictates', () => {
    const dictated = ['src/adapters/payments/ccavenue/cipher.server.ts']
    expect(matches(/\bcreate(?:C|Dec)ipheriv\(\s*(?!algorithm\b)[^,)]*/g, dictated)).toEqual([])
    expect(matches(/\balgorithm = '(?!aes-256-gcm')[^']*/g)).toEqual([])
  })

  test('writes to standard output and the log only, and logs constant messages', () => {
    const outputs = [
      'src/platform/log.server.ts',
      'src/app/command.server.ts',
      'src/app/started.server.ts',
      'src/app/server.ts',
    ]
    expect(matches(/\bconsole\.\w+|\bprocess\.std(?:out|err)\b/g, outputs)).toEqual([])
    expect(matches(/\bnode:(?:syslog|dgram)\b|\bpino\.(?:transport|destination)\b|\btransport: \{/g)).toEqual([])
    // A format string never comes from a variable, and only known messages have a part that differs.
    expect(matches(/\bformat\b[^}\n]*\} from 'node:util'|\butil\.format\b/g)).toEqual([])
    // PostgreSQL's launcher says what it does; its lines are constants with a path.
    const lines = ['src/app/open-server.server.ts', 'src/app/recover.ts']
    const varying = ['src/web/problem.server.ts', 'src/adapters/payments/stripe/provider.server.ts']
    expect(matches(/\blog\.(?:trace|debug|info|warn|error|fatal)\([^'"\n]*`/g, varying)).toEqual([])
    expect(matches(/\blog\.(?:trace|debug|info|warn|error|fatal)\(\w+(?:\.\w+)*\)/g, lines)).toEqual([])
  })

  test('follows no redirect when the server calls another one', () => {
    const calls = sources
      .filter(({ name }) => name.endsWith('.server.ts'))
      .flatMap(({ name, text }) =>
        // Up to the options, which follow the call or are built just before it.
        [...text.matchAll(/(?<![.\w]|function )fetch\(/g)].map(({ index }) => ({
          name,
          near: text.slice(index - 300, index + 300),
        })),
      )
    expect(calls.length).toBeGreaterThan(3)
    const careless = calls.filter(({ name, near }) => {
      const isOwnFunction = name === 'src/modules/payment/webhooks/receive-webhook.server.ts'
      return !isOwnFunction && !near.includes("redirect: 'error'")
    })
    expect(careless.map(({ name }) => name)).toEqual([])
    expect(matches(/\bmaxRedirects: (?!0)\d+/g)).toEqual([])
  })

  // Supplier hosts are constants or the operator's settings, the mail server is the agency's: no visitor types a host
  // that the server calls, so a name that changes its address (DNS rebinding) leads nowhere.
  test('calls other hosts from the adapters only', () => {
    const calling = sources.filter(
      ({ name, text }) =>
        name.endsWith('.server.ts') &&
        /(?<![.\w]|function )fetch\(|\bcreateTransport\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|node:dns/.test(
          text,
        ),
    )
    const known = ['src/modules/payment/webhooks/receive-webhook.server.ts']
    const foreign = calling.filter(({ name }) => !name.startsWith('src/adapters/') && !known.includes(name))
    expect(calling.length).toBeGreaterThan(5)
    expect(foreign.map(({ name }) => name)).toEqual([])
  })

  test('listens to no messages from other windows', () => {
    expect(matches(/addEventListener\(\s*['"]message['"]|\bonmessage\b/g)).toEqual([])
  })

  test('sets HTML only from rendered Markdown and escaped data', () => {
    const own = [
      'src/admin/pages/page-editor.tsx',
      'src/services/shared/panels.tsx',
      'src/shop/content-page/page-text.tsx',
      'src/shop/head/page-head.tsx',
      'src/shop/head/structured-data.tsx',
      // Reads the HTML of an inert document.
      'src/admin/rich-text/inert-html.ts',
    ]
    const setting = /\binnerHTML\b|\bouterHTML\b|insertAdjacentHTML|document\.write\(|dangerouslySetInnerHTML/g
    expect(matches(setting, own)).toEqual([])
  })
})

describe('names', () => {
  test('of kinds stay in their folders', () => {
    // The home page features Umrah packages (C§9); the wizard is the visa's own form; C042 words the tour's booking card.
    const known = [
      'src/modules/content/queries.server.ts',
      'src/shop/visa-wizard/wizard-rules.ts',
      'src/shop/service-detail/booking-card.tsx',
    ]
    const keys = kinds.map(({ key }) => key).join('|')
    const naming = new RegExp(`\\b(?:kind|service_type)\\s*(?:[!=]==|:)\\s*'(?:${keys})'`, 'g')
    const leaks = matches(naming, known).filter((each) => !each.startsWith('src/services/'))
    expect(leaks).toEqual([])
    expect(matches(naming).length).toBeGreaterThan(leaks.length)
  })

  test('of limits begin with max or min', () => {
    expect(matches(/\bconst (?:most|least|longest|largest|shortest|smallest|fewest)[A-Z]\w* = \d/g)).toEqual([])
  })

  test('say what a value is, not that it was told', () => {
    expect(matches(/\b(?:const|let|function|readonly) \[?(?:told|said|soon)\b/g)).toEqual([])
  })

  // Nor `foundRow` or `isFound`; `notFound` is the field's word.
  test('say what a value is, not that it was found', () => {
    const declared = String.raw`\b(?:const|let|function|type|interface|class|readonly) [[{]?|[({[,:]`
    const name = String.raw`(?!\w*[nN]ot(?:hing)?Found)\w*[fF]ound(?![a-z-])\w*`
    const vague = new RegExp(`(?:${declared})\\s*${name}(?=\\s*[,:;=(){}[\\]<?])`, 'g')
    expect(matchesIn(textsOf('{src,db,tools,tests,bench}/**/*.{ts,tsx,mjs}'), vague)).toEqual([])
  })
})
