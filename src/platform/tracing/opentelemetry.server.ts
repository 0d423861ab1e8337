import { hostname } from 'node:os'
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Span as TheirSpan,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.server.ts'
import { asPartOf } from '../work.server.ts'
import type { TracingSettings } from './settings.server.ts'
import type { Span } from './span.server.ts'
import { traceSupplierCalls } from './supplier-calls.server.ts'
import type { SpanStart, Tracing } from './tracing.server.ts'

const stopMilliseconds = 2_000
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Sends spans to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. The exporter reads that and its other variables itself. */
export async function openTracing(
  settings: TracingSettings,
  log: Log,
  storeHosts: ReadonlySet<string>,
): Promise<Tracing> {
  diag.setLogger(quietLogger(log), DiagLogLevel.WARN)
  const { OTLPTraceExporter } = await (settings.protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'))
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'safar',
      'service.instance.id': `${hostname()}:${process.pid}`,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...settings.batches })],
  })
  const endCalls = traceSupplierCalls(storeHosts)
  return {
    start: startWith(provider.getTracer('safar')),
    stop: async () => {
      endCalls()
      const late = new Promise((resolve) => setTimeout(resolve, stopMilliseconds).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

function startWith(tracer: Tracer): Tracing['start'] {
  const contexts = new WeakMap<Span, Context>()
  const contextOf = (parent: SpanStart['parent']): Context => {
    if (typeof parent === 'string') return contextFrom(parent)
    return (parent && contexts.get(parent)) ?? ROOT_CONTEXT
  }
  return ({ name, kind, attributes, parent, link }) => {
    const context = contextOf(parent)
    const linked = link ? trace.getSpanContext(contextFrom(link)) : undefined
    const links = linked ? [{ context: linked }] : []
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, context)
    const started = asOwn(span)
    contexts.set(started, trace.setSpan(context, span))
    return started
  }
}

function asOwn(span: TheirSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    end: ({ name, attributes, error } = {}) => {
      if (name) span.updateName(name)
      if (attributes) span.setAttributes(attributes)
      if (error) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR })
      // The timer of the next batch must not belong to the request: its call would be traced, too.
      asPartOf(undefined, () => span.end())
    },
  }
}

function contextFrom(traceparent: string): Context {
  const parsed = parseTraceParent(traceparent)
  return parsed && isSpanContextValid(parsed)
    ? trace.setSpanContext(ROOT_CONTEXT, { ...parsed, isRemote: true })
    : ROOT_CONTEXT
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

const quietMilliseconds = 10 * 60_000
/** A collector that is away would write a line every five seconds. */
function quietLogger(log: Log) {
  let next = 0
  const warn = (message: string): void => {
    if (performance.now() < next) return
    next = performance.now() + quietMilliseconds
    log.warn({ reason: message.slice(0, 300) }, 'traces are not delivered')
  }
  const nothing = (): void => {}
  return { error: warn, warn, info: nothing, debug: nothing, verbose: nothing }
}
