import { isIP } from 'node:net'
import { connect } from 'node:tls'

const hour = 3_600_000
const patience = 5_000

/** When the certificate at an https address expires. Rejects when nothing answers. */
export function readCertificate(url: string): Promise<Date> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    // Expired and unknown certificates are read as well.
    const host = hostname.replace(/^\[|\]$/g, '')
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false })
    socket.setTimeout(patience, () => socket.destroy(new Error('no answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })
}

/**
 * The expiry of the shop's own certificate, as visitors see it: null for an address without https, and until it is known.
 * Each call answers at once and looks again after an hour.
 */
export function watchCertificate(
  url: string,
  read = readCertificate,
  now = () => performance.now(),
): () => Date | null {
  if (!url.startsWith('https:')) return () => null
  let known: Date | null = null
  let next = Number.NEGATIVE_INFINITY
  return () => {
    if (now() >= next) {
      next = now() + hour
      void read(url).then(
        (expires) => {
          known = Number.isNaN(expires.getTime()) ? null : expires
        },
        () => {},
      )
    }
    return known
  }
}
