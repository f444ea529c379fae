import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rejectTrace } from './rejectTrace'

/** Responds with what Next would see of the request. */
const server = createServer(({ method, url, headers }, response) => {
  response.end(JSON.stringify({ method, url, headers }))
})
function onRequest(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('request' in message)) return
  if (message.request instanceof IncomingMessage) rejectTrace(message.request)
}
beforeAll(async () => {
  subscribe('http.server.request.start', onRequest)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  unsubscribe('http.server.request.start', onRequest)
  server.close()
})

/** Sends a request with a header that changes Next's response. `fetch` refuses TRACE. */
async function send(method: string) {
  const address = server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.write(`${method} /about?a=1 HTTP/1.1\r\nHost: site\r\nRSC: 1\r\nConnection: close\r\n\r\n`)
  const response = await text(socket)
  return JSON.parse(response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1))
}

it('turns TRACE into a request to which Next responds 405', async () => {
  expect(await send('TRACE')).toEqual({ method: 'PUT', url: '/api/health', headers: { host: 'site' } })
})

it('leaves other methods unchanged', async () => {
  expect(await send('GET')).toMatchObject({ method: 'GET', url: '/about?a=1', headers: { rsc: '1' } })
})
