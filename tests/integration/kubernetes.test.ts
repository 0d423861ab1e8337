import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readEnv } from '../../src/platform/env.server.ts'
import { hasProgram, runSystemProgram } from '../process/programs.ts'
import { testApp } from '../support/app.ts'

// There is no cluster here: the files are read as Kubernetes reads them, and compared with the shop.
const root = new URL('../..', import.meta.url).pathname
const folder = path.join(root, 'deploy/kubernetes')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')

type Labels = Record<string, string>
type Container = {
  name: string
  image: string
  command?: string[]
  ports?: { name: string; containerPort: number }[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  securityContext?: Record<string, unknown>
  resources?: { requests: object; limits: object }
  volumeMounts?: { name: string; mountPath: string }[]
} & Partial<Record<'livenessProbe' | 'readinessProbe' | 'startupProbe', Probe>>
type Probe = { httpGet: { path: string; port: string }; periodSeconds: number; failureThreshold: number }
type Pod = {
  securityContext?: Record<string, unknown>
  automountServiceAccountToken?: boolean
  terminationGracePeriodSeconds?: number
  volumes: { name: string; emptyDir?: object }[]
  containers: Container[]
}
type Resource = {
  apiVersion: string
  kind: string
  metadata: { name?: string; generateName?: string; labels?: Labels }
  data?: Labels
  spec: Record<string, unknown> & { template?: { metadata: { labels: Labels }; spec: Pod } }
}

const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
const resources = files.flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Resource))
const find = (kind: string, name: string): Resource => {
  const resource = resources.find((each) => each.kind === kind && each.metadata.name === name)
  if (!resource) throw new Error(`No ${kind} ${name}`)
  return resource
}
const pods = resources.flatMap(({ metadata, spec }) =>
  spec?.template ? [{ name: metadata.name ?? metadata.generateName ?? '', template: spec.template }] : [],
)
const podOf = (name: string): Pod => pods.find((each) => each.name === name)!.template.spec
const webContainer = podOf('web').containers[0]!

type Model = new (resource: object) => { validate: () => void }
/** The schema of a kind, of Kubernetes or of CloudNativePG. */
async function modelOf({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): Promise<Model> {
  const source = apiVersion.startsWith('postgresql.') ? '@kubernetes-models/cloudnative-pg' : 'kubernetes-models'
  const models = (await import(`${source}/${apiVersion}`)) as Record<string, Model>
  const model = models[kind]
  if (!model) throw new Error(`${apiVersion} has no ${kind}`)
  return model
}
const judge = async (resource: Pick<Resource, 'apiVersion' | 'kind'> & { spec?: unknown }): Promise<void> =>
  new (await modelOf(resource))(resource).validate()

test.each(resources.map((resource) => [`${resource.kind} ${resource.metadata.name ?? ''}`, resource] as const))(
  'the schema accepts %s',
  (_name, resource) => judge(resource),
)

test.each([
  ['a number of replicas that is a word', find('Deployment', 'worker'), { replicas: 'one' }],
  ['a deployment without a template', find('Deployment', 'web'), { template: undefined }],
  ['a service without a port number', find('Service', 'web'), { ports: [{ name: 'http' }] }],
  ['a database with half an instance', find('Cluster', 'database'), { instances: 1.5 }],
])('control: the schema refuses %s', async (_what, resource, change) => {
  await expect(judge({ ...resource, spec: { ...resource.spec, ...change } })).rejects.toThrow()
})

/** What docs/operations.md says must be in the secret. */
const secret = { SECRET_KEY: 'a'.repeat(40), ADMIN_EMAIL: 'owner@shop.example', METRICS_TOKEN: 'b'.repeat(20) }
const storeKeys = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }

test('kustomization.yaml applies every file that exists, except the job that each update creates', () => {
  const { resources: applied, images } = parse(read('kustomization.yaml')) as {
    resources: string[]
    images: { name: string; newTag: string }[]
  }
  expect([...applied, 'migrate.yaml'].sort()).toEqual(files.sort())
  expect(images).toEqual([expect.objectContaining({ name: 'safar', newTag: expect.stringMatching(/^\d/) })])
})

test.skipIf(!hasProgram('kubectl', 'version', '--client'))('kubectl (if installed) builds them into one', () => {
  const built = parseAllDocuments(runSystemProgram('kubectl', 'kustomize', folder)).map(
    (each) => each.toJS() as Resource,
  )
  expect(built).toHaveLength(resources.length - 1)
  for (const { metadata, spec } of built)
    for (const { image } of spec?.template?.spec.containers ?? [])
      expect(image, metadata.name).toBe(podOf('migrate-').containers[0]?.image)
})

describe.each(pods)('the pods of $name', ({ template }) => {
  const { spec } = template
  const container = spec.containers[0]!

  test('get an environment that the shop accepts', () => {
    const values = new Map<string, string>()
    for (const { configMapRef, secretRef } of container.envFrom ?? []) {
      const data = configMapRef ? find('ConfigMap', configMapRef.name).data : undefined
      for (const [name, value] of Object.entries(data ?? {})) values.set(name, value)
      if (secretRef) for (const [name, value] of Object.entries({ ...secret, ...storeKeys })) values.set(name, value)
    }
    const ofOperator: Labels = { uri: 'postgresql://safar:p@database-rw.safar:5432/safar', password: 'p' }
    for (const { name, value, valueFrom } of container.env ?? []) {
      const given = valueFrom ? (ofOperator[valueFrom.secretKeyRef.key] ?? '') : (value ?? '')
      values.set(
        name,
        given.replace(/\$\((\w+)\)/g, (_, other: string) => values.get(other) ?? ''),
      )
      if (valueFrom) expect(valueFrom.secretKeyRef.name).toBe(`${find('Cluster', 'database').metadata.name}-app`)
    }
    const env = readEnv(Object.fromEntries(values))
    expect(env).toMatchObject({ worker: 'off', trustProxy: 1, fileStore: { type: 's3' } })
    const known = `${readFileSync(path.join(root, 'README.md'), 'utf8')}DATABASE_PASSWORD`
    for (const name of values.keys()) expect(known).toContain(name.replace(/^S3_.*/, 'S3_'))
    const documented = readFileSync(path.join(root, 'docs/operations.md'), 'utf8')
    for (const name of Object.keys({ ...secret, ...storeKeys })) expect(documented).toContain(`--from-literal=${name}=`)
  })

  test('keep the rules of the level that the namespace enforces', () => {
    expect(find('Namespace', 'safar').metadata.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    })
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    for (const volume of spec.volumes) expect(volume).toHaveProperty('emptyDir')
    expect(spec.automountServiceAccountToken).toBe(false)
  })

  test('run a command that exists, with room to write and limits', () => {
    const script = container.command?.find((word) => word.startsWith('src/'))
    if (script) expect(existsSync(path.join(root, script))).toBe(true)
    const names = new Set(spec.volumes.map(({ name }) => name))
    for (const { name } of container.volumeMounts ?? []) expect(names).toContain(name)
    expect(container.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
    expect(container.resources).toMatchObject({ requests: { memory: expect.any(String) }, limits: expect.anything() })
  })
})

describe('an update', () => {
  test.each(['web', 'worker'])('of %s starts a new pod before an old one stops, and leaves time to finish', (name) => {
    expect(find('Deployment', name).spec.strategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
    })
    expect(podOf(name).terminationGracePeriodSeconds).toBeGreaterThan(45)
  })

  test('takes a stopping pod out of service while it still serves', async () => {
    const shop = await testApp()
    const { readinessProbe, livenessProbe, startupProbe } = webContainer
    for (const probe of [readinessProbe, livenessProbe, startupProbe])
      expect((await shop.call(`GET ${probe?.httpGet.path}`)).status).toBe(200)
    expect(readinessProbe?.httpGet.path).toBe('/readyz')
    // src/app/server.ts serves three seconds more.
    expect((readinessProbe?.periodSeconds ?? 9) * (readinessProbe?.failureThreshold ?? 9)).toBeLessThan(3)
    const port = webContainer.ports?.find((each) => each.name === readinessProbe?.httpGet.port)
    expect(port?.containerPort).toBe(3000)
  })
})

test('service, budget, autoscaler, policies and ingress find the pods', () => {
  const labels = pods.find(({ name }) => name === 'web')!.template.metadata.labels
  const matches = (selector: Labels): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value)
  expect(matches(find('Service', 'web').spec.selector as Labels)).toBe(true)
  for (const kind of ['PodDisruptionBudget', 'Deployment'])
    expect(matches((find(kind, 'web').spec.selector as { matchLabels: Labels }).matchLabels), kind).toBe(true)
  for (const name of ['web', 'default'])
    expect(matches((find('NetworkPolicy', name).spec.podSelector as { matchLabels: Labels }).matchLabels)).toBe(true)
  const { scaleTargetRef } = find('HorizontalPodAutoscaler', 'web').spec as { scaleTargetRef: { name: string } }
  expect(scaleTargetRef.name).toBe('web')
  expect(JSON.stringify(find('Ingress', 'web').spec)).toContain('"service":{"name":"web","port":{"name":"http"}}')
  expect(JSON.stringify(find('NetworkPolicy', 'default').spec)).toContain('{"cnpg.io/cluster":"database"}')
})

test('the autoscaler reads a metric that the shop has and that the adapter publishes', async () => {
  const { metrics } = find('HorizontalPodAutoscaler', 'web').spec as {
    metrics: { pods: { metric: { name: string } } }[]
  }
  const wanted = metrics[0]?.pods.metric.name ?? ''
  const { text } = await (await testApp()).call('GET /metrics')
  expect(text).toContain(`\n${wanted} `)
  const { rules } = parse(read('metrics/adapter.yml')) as { rules: { custom: { name: { as: string } }[] } }
  expect(rules.custom.map(({ name }) => name.as)).toEqual([wanted])
})

test.skipIf(!hasProgram('promtool', '--version'))('Prometheus (if installed) reads metrics/scrape.yml', () => {
  // Debian's cannot look for pods.
  const text = read('metrics/scrape.yml').replace(
    /kubernetes_sd_configs:\n.*\n.*\n/,
    'static_configs: [{ targets: [web:3000] }]\n',
  )
  const own = mkdtempSync(path.join(tmpdir(), 'safar-scrape-'))
  writeFileSync(path.join(own, 'prometheus.yml'), text)
  try {
    runSystemProgram('promtool', 'check', 'config', '--syntax-only', path.join(own, 'prometheus.yml'))
  } finally {
    rmSync(own, { recursive: true })
  }
})
