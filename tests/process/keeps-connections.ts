/** Use with node --import: the server never asks a client to close its connection, a control of the tests of the stop. */
import { ServerResponse } from 'node:http'

const { writeHead } = ServerResponse.prototype
type Head = (this: ServerResponse, status: number, ...more: unknown[]) => ServerResponse
ServerResponse.prototype.writeHead = function (this: ServerResponse, status: number, ...more: unknown[]) {
  for (const headers of more)
    if (headers !== null && typeof headers === 'object' && 'connection' in headers) delete headers.connection
  return (writeHead as Head).call(this, status, ...more)
} as typeof writeHead
