import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv } from 'ajv'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readEnv } from '../../src/platform/env.server.ts'
import { hasProgram, runSystemProgram as run } from '../process/programs.ts'
import { type TestAppOptions, testApp } from '../support/app.ts'
import { type TestCore, testCore } from '../support/database.ts'
import { readScrape } from '../support/prometheus.ts'

// Containers cannot run here: the files are read as their programs read them, and compared with the shop.
const root = new URL('../..', import.meta.url).pathname
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'safar-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Service = {
  image?: string
  restart?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  configs?: { source: string }[]
  secrets?: string[]
}
type Compose = Record<'services' | 'volumes' | 'configs' | 'secrets', Record<string, Service>>

/** As Compose fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::?-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, fallback) => values[name] || (fallback ?? ''))

describe('deploy/compose', () => {
  const text = read('deploy/compose/compose.yaml')
  const example = new Map(
    [...read('deploy/compose/example.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  const values = Object.fromEntries([...example].map(([name, value]) => [name, value || 'a'.repeat(40)]))
  const compose = parse(filled(text, { ...values, SMTP_URL: 'smtp://mail.example' }), { merge: true }) as Compose

  const schemaFile = new URL('schemas/compose.schema.json', import.meta.resolve('dclint/package.json'))
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as object
  const isCompose = new Ajv({ strict: false, validateSchema: false, validateFormats: false }).compile(schema)

  test('is what the schema of Compose accepts', () => {
    expect([isCompose(compose), isCompose.errors]).toEqual([true, null])
  })

  test.each([
    ['a word that Compose does not know', { image: 'a', restarts: 'always' }],
    ['a port that is a list', { image: 'a', ports: [[80]] }],
    ['a condition that does not exist', { image: 'a', depends_on: { web1: { condition: 'service_ready' } } }],
  ])('control: the schema refuses %s', (_what, service) => {
    expect(isCompose({ ...compose, services: { ...compose.services, wrong: service } })).toBe(false)
  })

  test('starts everything again after the machine was restarted', () => {
    for (const [name, { restart }] of Object.entries(compose.services))
      expect([name, restart]).toEqual([name, name === 'bucket' ? 'on-failure' : 'unless-stopped'])
  })

  test('has a proxy that follows a node to its next address', () => {
    const servers = [...read('deploy/compose/nginx.conf').matchAll(/^ +server (web\d):3000 (.*);$/gm)]
    expect(servers.map(([, name]) => name)).toEqual(['web1', 'web2'])
    for (const [, , options] of servers) expect(options).toMatch(/^resolve /)
    const [, minor] = /nginx:1\.(\d+)$/.exec(compose.services.proxy?.image ?? '') ?? []
    expect(Number(minor)).toBeGreaterThanOrEqual(28)
  })

  test('names every variable in the example', () => {
    const used = new Set([...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map((match) => match[1]))
    expect([...used].sort()).toEqual([...example.keys()].sort())
  })

  test.each(['web1', 'web2', 'worker'])('gives %s an environment that the shop accepts', (name) => {
    const { environment = {} } = compose.services[name]!
    const env = readEnv(environment)
    expect(env).toMatchObject({ worker: 'off', trustProxy: 1, paymentsMode: 'sandbox', fileStore: { type: 's3' } })
    expect(new URL(env.databaseUrl!).hostname).toBe('pooler')
    expect(new URL(env.databaseDirectUrl!).hostname).toBe('database')
    const known = read('README.md')
    for (const variable of Object.keys(environment)) expect(known).toContain(variable.replace(/^S3_.*/, 'S3_'))
  })

  test('refers only to services, volumes, configs, secrets and files that exist', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      for (const other of needed) expect(Object.keys(compose.services), name).toContain(other)
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(path.join(root, 'deploy/compose', source)), source).toBe(true)
        else if (!source.startsWith('/')) expect(Object.keys(compose.volumes), name).toContain(source)
      }
      for (const { source } of service.configs ?? []) expect(Object.keys(compose.configs)).toContain(source)
      for (const secret of service.secrets ?? []) expect(Object.keys(compose.secrets)).toContain(secret)
      const script = service.command?.find((word) => word.startsWith('src/'))
      if (script) expect(existsSync(path.join(root, script))).toBe(true)
    }
    JSON.parse((compose.configs.s3 as { content?: string }).content ?? '')
  })

  test('pins every image to a version', () => {
    for (const [name, { image = '' }] of Object.entries(compose.services))
      if (image !== 'safar') expect(image, name).toMatch(/^docker\.io\/.+:v?\d/)
  })

  /** Names of the shop's own metrics in a query of Prometheus. */
  const metricsIn = (expr: string): readonly string[] => {
    const names = expr.replaceAll(/"[^"]*"|by \([^)]*\)|safar:[\w:]*/g, '').match(/\b[a-z]+(?:_[a-z0-9]+){1,}\b/g) ?? []
    return names.filter((name) => !['histogram_quantile', 'avg_over_time'].includes(name))
  }
  const dashboard = JSON.parse(read('deploy/compose/grafana/dashboards/safar.json')) as {
    panels: { title: string; datasource: { uid: string }; targets: { expr: string }[] }[]
  }
  const shownQueries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  const shopWithEverything = (core: TestCore, routes: TestAppOptions['routes'] = []) =>
    testApp({
      routes,
      core: { ...core, reads: { ...core.reads, hasReplica: true } },
      certificate: () => new Date(),
      isArchived: true,
    })

  test('has a dashboard of metrics that the shop has, on a data source that is provisioned', async () => {
    const core = await testCore()
    const shop = await shopWithEverything(core)
    await shop.call('GET /api/site')
    const { text: metrics } = await shop.call('GET /metrics')
    expect(shownQueries.length).toBeGreaterThan(10)
    for (const query of shownQueries) for (const name of metricsIn(query)) expect(metrics).toContain(`\n${name}`)
    const folder = 'deploy/compose/grafana/provisioning'
    const sources = parse(read(`${folder}/datasources/prometheus.yml`)) as { datasources: { uid: string }[] }
    for (const { title, datasource } of dashboard.panels)
      expect(sources.datasources, title).toContainEqual(expect.objectContaining({ uid: datasource.uid }))
    const provided = parse(read(`${folder}/dashboards/safar.yml`)) as { providers: { options: { path: string } }[] }
    expect(compose.services.grafana?.volumes).toContain(
      `./grafana/dashboards:${provided.providers[0]?.options.path}:ro`,
    )
  })

  test.skipIf(!hasProgram('promtool', '--version'))(
    'has a dashboard whose queries Prometheus (if installed) reads',
    () => {
      const rules = shownQueries.map((expr, n) => ({
        record: `q${n}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }))
      const file = path.join(folder, 'queries.json')
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
      run('promtool', 'check', 'rules', file)
    },
  )

  test.skipIf(!hasProgram('promtool', '--version'))(
    'has a dashboard on which Prometheus (if installed) shows rows',
    async () => {
      const shop = await shopWithEverything(await testCore(), [
        (app) => {
          app.get('/api/broken', { config: { access: 'public' } }, () => {
            throw new Error('a planted fault')
          })
        },
      ])
      for (const path of ['site', 'broken']) await shop.call(`GET /api/${path}`)
      const { samples } = readScrape((await shop.call('GET /metrics')).text)
      const series = samples.map(({ name, labels, value }) => ({
        series: `${name}{${Object.entries(labels).map(([key, word]) => `${key}=${JSON.stringify(word)}`)}}`,
        values: `${Number.isFinite(value) ? value : 0}+1x10`,
      }))
      const shown = shownQueries.map((expr) => ({
        expr: `count(${expr.replaceAll('$__rate_interval', '5m')}) > bool 0`,
        eval_time: '10m',
        exp_samples: [{ labels: '{}', value: 1 }],
      }))
      const file = path.join(folder, 'rows.json')
      const tests = [{ interval: '1m', input_series: series, promql_expr_test: shown }]
      writeFileSync(file, JSON.stringify({ rule_files: [], tests }))
      run('promtool', 'test', 'rules', file)
    },
  )

  test('alerts on metrics that the shop has', async () => {
    const shop = await shopWithEverything(await testCore())
    await shop.call('GET /api/site')
    const { text: metrics } = await shop.call('GET /metrics')
    const { groups } = parse(read('deploy/compose/alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
    const own = groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => metricsIn(expr)))
    expect(own.length).toBeGreaterThan(4)
    for (const name of own) if (name !== 'up') expect(metrics).toContain(`\n${name}`)
  })

  test.skipIf(!hasProgram('promtool', '--version'))('has rules that Prometheus (if installed) accepts', () => {
    run('promtool', 'check', 'rules', path.join(root, 'deploy/compose/alerts.yml'))
    run('promtool', 'test', 'rules', path.join(root, 'deploy/compose/alerts.test.yml'))
    run('promtool', 'check', 'config', '--syntax-only', path.join(root, 'deploy/compose/prometheus.yml'))
  })

  test.skipIf(!hasProgram('nginx', '-v') || !hasProgram('openssl', 'version'))(
    'has a proxy that nginx (if installed) accepts',
    () => {
      const names = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
      run('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', ...names)
      const server = read('deploy/compose/nginx.conf')
        .replaceAll('/etc/nginx/certificates', folder)
        .replaceAll(/\/var\/(cache|log)\/nginx/g, folder)
        .replaceAll(/web\d:3000/g, '127.0.0.1:3000')
        // Debian's nginx is older than 1.25 and 1.27.
        .replace('http2 on;', '')
        .replaceAll(' resolve ', ' ')
      writeFileSync(
        path.join(folder, 'nginx.conf'),
        `pid ${folder}/pid; error_log stderr; events {} http { ${server} }`,
      )
      run('nginx', '-t', '-q', '-c', path.join(folder, 'nginx.conf'))
    },
  )
})

test.skipIf(!hasProgram('haproxy', '-v'))('haproxy (if installed) accepts deploy/haproxy', () => {
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, read('deploy/haproxy/haproxy.cfg').replaceAll(/\bdb\d:/g, '127.0.0.1:'))
  expect(run('sh', '-c', 'haproxy -c -f "$0" 2>&1', file)).not.toMatch(/WARNING|ALERT/)
})

describe('deploy/systemd', () => {
  const files = readdirSync(path.join(root, 'deploy/systemd'))
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

  test.each(files)('%s runs a command of the README and leaves time to drain', (file) => {
    const unit = read(`deploy/systemd/${file}`)
    const command = /^ExecStart=\/usr\/bin\/npm (?:run )?(\w+)$/m.exec(unit)?.[1] ?? ''
    expect(scripts).toHaveProperty(command)
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30)
  })

  test.skipIf(!hasProgram('systemd-analyze', '--version'))('systemd (if installed) accepts every unit', () => {
    for (const file of files) {
      // The account and the programs of the target machine need not be here.
      const unit = read(`deploy/systemd/${file}`)
        .replace(/^(User|Group)=.*$/gm, '')
        .replaceAll('/usr/bin/npm', '/bin/true')
      writeFileSync(path.join(folder, file), unit)
      // It warns of what it ignores and still succeeds.
      expect(run('sh', '-c', 'systemd-analyze verify --man=no "$0" 2>&1', path.join(folder, file))).toBe('')
    }
  })
})

test('the Containerfile is one that Docker reads, and its shop runs without root', () => {
  const file = read('deploy/Containerfile')
  expect(validate(file)).toEqual([])
  expect(validate(file.replace('USER node', 'USR node'))).not.toEqual([])
  const stages = file.split(/^FROM /m).slice(1)
  expect(stages.length).toBeGreaterThan(1)
  expect(stages.at(-1)).toMatch(/^USER node$/m)
  expect(stages.at(-1)).toMatch(/^HEALTHCHECK /m)
})

test('the Containerfile copies what exists and starts what the shop has', () => {
  const file = read('deploy/Containerfile')
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object }
  for (const [, name = ''] of file.matchAll(/^COPY --from=build .*\/app\/(\S+) /gm))
    if (!['node_modules', 'dist'].includes(name)) expect(existsSync(path.join(root, name)), name).toBe(true)
  const [, major] = /^FROM docker\.io\/library\/node:(\d+)/m.exec(file) ?? []
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  expect(dependencies.node.split('.')[0]).toBe(major)
  expect(file).toContain('/readyz')
  expect(file).toContain('"src/app/server.ts"')
  expect(devDependencies).not.toHaveProperty('pg')
})
