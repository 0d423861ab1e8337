import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

export type TrustedProxies = false | number | readonly string[]

const wellFormed = /^[\w.:-]{8,64}$/

/** The proxy's X-Request-Id if it is well formed, else a new one. What other clients send is ignored. */
export function requestIds(proxies: TrustedProxies, newId: () => string): (request: IncomingMessage) => string {
  const isProxy = proxyTest(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && wellFormed.test(given) && isProxy(socket.remoteAddress) ? given : newId()
  }
}

const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether the address at the other end of a connection is a proxy of TRUST_PROXY. */
export function proxyTest(proxies: TrustedProxies): (address: string | undefined) => boolean {
  if (typeof proxies === 'number') return () => proxies > 0
  if (proxies === false) return () => false
  const known = new BlockList()
  for (const range of proxies.flatMap((proxy) => named[proxy] ?? [proxy])) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => address !== undefined && known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
