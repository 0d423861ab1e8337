import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import * as formats from 'ajv-formats'

/** The suppliers' API contracts, which lie beside the project. Without them nothing is validated. */
const folder = join(import.meta.dirname, '../../../../../shared/payments')

/** A parsed contract file; null when it is missing. */
export function readContractFile(name: string): unknown {
  const file = join(folder, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
export const hasContracts: boolean = existsSync(folder)

/** What is wrong with a body; null: valid. */
type Fault = string | null
export type Contract = {
  /**
   * `path` as in a request: '/v1/refunds/re_1'. `isForm`: the body was a form, so numbers are text. Unknown requests
   * and unexpected bodies are faults.
   */
  readonly request: (method: string, path: string, body: unknown, isForm?: boolean) => Fault
  readonly answer: (method: string, path: string, status: number, body: unknown) => Fault
  /** By the name of a component schema. */
  readonly schema: (name: string, body: unknown) => Fault
}

const opened = new Map<string, Contract | null>()
/** An OpenAPI 3.0 contract, ready to validate; null when it is missing. Compiling its schemas takes seconds. */
export function openContract(name: string): Contract | null {
  const contract = opened.get(name) ?? compileContract(name)
  opened.set(name, contract)
  return contract
}

function compileContract(name: string): Contract | null {
  const file = readContractFile(name)
  if (file === null) return null
  const document = plain(file) as OpenApi
  const strictly = validators(document, false)
  const asForm = validators(document, true)
  const paths = Object.keys(document.paths).map((template) => ({ template, matches: matcher(template) }))
  const operationOf = (method: string, path: string) => {
    const match = paths.find(({ template, matches }) => matches.test(path) && document.paths[template]?.[method])
    return match
      ? { pointer: ['paths', match.template, method], operation: document.paths[match.template]![method]! }
      : null
  }
  return {
    request: (method, path, body, isForm = false) => {
      const declared = operationOf(method.toLowerCase(), path)
      if (!declared) return `${method} ${path} is not in the contract`
      const given = resolve(document, declared.operation.requestBody)
      const [type] = Object.keys(given.value?.content ?? {})
      if (!type) return isEmpty(body) ? null : `${method} ${path} takes no body`
      if (isEmpty(body) && !given.value?.required) return null
      const pointer = [...(given.pointer ?? [...declared.pointer, 'requestBody']), 'content', type, 'schema']
      return (isForm ? asForm : strictly)(pointer, isForm ? structuredClone(body) : body)
    },
    answer: (method, path, status, body) => {
      const declared = operationOf(method.toLowerCase(), path)
      if (!declared) return `${method} ${path} is not in the contract`
      const key = [String(status), `${String(status)[0]}XX`, 'default'].find((k) => declared.operation.responses[k])
      if (!key) return `${method} ${path} does not answer ${status}`
      const given = resolve(document, declared.operation.responses[key])
      const [type] = Object.keys(given.value?.content ?? {})
      if (!type) return null
      const pointer = [...(given.pointer ?? [...declared.pointer, 'responses', key]), 'content', type, 'schema']
      return strictly(pointer, body)
    },
    schema: (schema, body) => strictly(['components', 'schemas', schema], body),
  }
}

type Body = {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, unknown>>
  readonly $ref?: string
}
type Operation = { readonly requestBody?: Body; readonly responses: Readonly<Record<string, Body>> }
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>> }

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || body === '' || (typeof body === 'object' && Object.keys(body).length === 0)
const matcher = (template: string): RegExp =>
  new RegExp(`^${template.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`)

function resolve(document: OpenApi, body: Body | undefined): { value: Body | undefined; pointer: string[] | null } {
  if (!body?.$ref) return { value: body, pointer: null }
  const pointer = body.$ref.slice(2).split('/')
  const value = pointer.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
  return { value: value as Body, pointer }
}

function validators(document: object, isForm: boolean): (pointer: readonly string[], body: unknown) => Fault {
  // Their patterns do not use the unicode flag, and they define formats of their own.
  const ajv = new Ajv({
    strict: false,
    coerceTypes: isForm,
    validateFormats: !isForm,
    unicodeRegExp: false,
    logger: false,
  })
  ;(formats.default as unknown as { default: (to: Ajv) => void }).default(ajv)
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  return (pointer, body) => {
    const $ref = `contract#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const validate = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, validate)
    return validate(body) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' })
  }
}

/** OpenAPI 3.0 has `nullable` where JSON Schema has the type null. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const { nullable, ...rest } = value as Record<string, unknown>
  const entries = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, plain(part)]))
  // A property may have this name too.
  if (typeof nullable !== 'boolean') return nullable === undefined ? entries : { ...entries, nullable: plain(nullable) }
  return nullable ? { anyOf: [entries, { type: 'null' }] } : entries
}
