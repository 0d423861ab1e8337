import * as z from 'zod'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const protocols = ['http/protobuf', 'http/json'] as const

export type TracingSettings = Readonly<{
  protocol: (typeof protocols)[number]
  sampler: (typeof samplers)[number]
  /** The share of requests that are traced, for the samplers with a ratio. */
  ratio: number
  /** Sizes and times of the batches that are sent; the library's own where nothing is set. */
  batches: Readonly<{
    scheduledDelayMillis?: number
    maxQueueSize?: number
    maxExportBatchSize?: number
    exportTimeoutMillis?: number
  }>
}>

const collector = z
  .string()
  .refine(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    'give an http(s) address, such as http://collector:4318',
  )
  .optional()
const positive = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'give a whole number above 0')
  .transform(Number)
  .optional()
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `give one of: ${values.join(', ')}` })
const ratio = 'give a number from 0 to 1'

/** The standard variables of OpenTelemetry that decide here; the exporter reads the others of OTEL_EXPORTER_OTLP_ itself. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(protocols).optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf(protocols).optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none']).optional(),
  OTEL_TRACES_SAMPLER: oneOf(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0|1|[01]?\.\d{1,9})$/, ratio)
    .transform(Number)
    .refine((value) => value <= 1, ratio)
    .optional(),
  OTEL_BSP_SCHEDULE_DELAY: positive,
  OTEL_BSP_MAX_QUEUE_SIZE: positive,
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: positive,
  OTEL_BSP_EXPORT_TIMEOUT: positive,
}
type Raw = z.output<z.ZodObject<typeof tracingVariables>>

/** Null without a collector. */
export function tracingOf(raw: Raw): TracingSettings | null {
  const endpoint = raw.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? raw.OTEL_EXPORTER_OTLP_ENDPOINT
  const isOff = raw.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || raw.OTEL_TRACES_EXPORTER === 'none'
  if (endpoint === undefined || isOff) return null
  const batches = {
    scheduledDelayMillis: raw.OTEL_BSP_SCHEDULE_DELAY,
    maxQueueSize: raw.OTEL_BSP_MAX_QUEUE_SIZE,
    maxExportBatchSize: raw.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
    exportTimeoutMillis: raw.OTEL_BSP_EXPORT_TIMEOUT,
  }
  return {
    protocol: raw.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? raw.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    sampler: raw.OTEL_TRACES_SAMPLER,
    ratio: raw.OTEL_TRACES_SAMPLER_ARG ?? 1,
    batches: Object.fromEntries(Object.entries(batches).filter(([, value]) => value !== undefined)),
  }
}
