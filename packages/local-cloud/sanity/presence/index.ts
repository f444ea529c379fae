import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AccountStore } from '../auth/store.ts'
import type { ContentLake } from '../contentLake.ts'
import type { Origins } from '../origins.ts'
import {
  ERROR_CODES,
  formatError,
  formatEvent,
  formatResult,
  HEARTBEAT,
  parseRequest,
  type RpcRequest,
} from './protocol.ts'

const SOCKET_PATH = /^\/v[^/]+\/socket\/([^/]+)$/
const heartbeatMs = 15_000
const maxMessageBytes = 64 * 1024

/** A WebSocket connection. `userId` is null until the client calls `authorization` with a valid token. */
type Connection = {
  dataset: string
  socket: WebSocket
  userId: string | null
  sessions: Set<string>
  subscriptions: Set<string>
}

/** An event for the Studio's presence store. `i` is the id of the user whose session caused it. */
type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Serves the WebSocket `/socket/:dataset`, which shares the users' locations in documents. A client must call
 * `authorization` with a token before any other method.
 */
export function createPresence(contentLake: ContentLake, accounts: AccountStore, origins: Origins) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  })
  const connections = new Set<Connection>()

  /** Sends an event to all subscribers of a dataset. The Studio ignores events from its own session. */
  function broadcast(dataset: string, event: PresenceEvent): void {
    for (const connection of connections) {
      if (connection.dataset !== dataset || connection.userId === null) continue
      for (const subscription of connection.subscriptions)
        connection.socket.send(formatEvent(subscription, event))
    }
  }

  /** Removes a closed connection, and broadcasts that its sessions ended. */
  function removeConnection(connection: Connection): void {
    connections.delete(connection)
    const { dataset, userId, sessions } = connection
    if (userId === null) return
    for (const session of sessions) broadcast(dataset, { type: 'disconnect', i: userId, m: { session } })
  }

  /** Calls a method and returns its result; undefined for an unknown method or missing parameters. */
  function callMethod(connection: Connection, userId: string, { method, params }: RpcRequest): unknown {
    const { session, data } = params
    switch (method) {
      case 'presence_subscribe': {
        const subscription = randomUUID()
        connection.subscriptions.add(subscription)
        return subscription
      }
      case 'presence_unsubscribe':
        return connection.subscriptions.delete(params.subscriptionId ?? '')
      case 'presence_rollcall':
        if (session === undefined) return
        broadcast(connection.dataset, { type: 'rollCall', i: userId, session })
        return true
      case 'presence_announce':
        if (!data) return
        connection.sessions.add(data.sessionId)
        broadcast(connection.dataset, { type: 'state', i: userId, m: data })
        return true
      case 'presence_disconnect':
        if (session === undefined) return
        connection.sessions.delete(session)
        broadcast(connection.dataset, { type: 'disconnect', i: userId, m: { session } })
        return true
    }
  }

  function respond(connection: Connection, request: RpcRequest | undefined): string {
    if (!request) return formatError(null, ERROR_CODES.invalidRequest, 'Invalid JSON-RPC request')
    const { id, method, params } = request
    if (method === 'authorization') {
      const token = /^Bearer +(\S+)$/i.exec(params.authorization ?? '')?.[1]
      connection.userId = (token && accounts.identify(token)?.id) || null
    }
    if (connection.userId === null) return formatError(id, ERROR_CODES.unauthorized, 'Unauthorized')
    const value = method === 'authorization' ? true : callMethod(connection, connection.userId, request)
    if (value !== undefined) return formatResult(id, value)
    return formatError(
      id,
      ERROR_CODES.methodNotFound,
      `The local cloud does not support this call to "${method}"`,
    )
  }

  function serveConnection(socket: WebSocket, dataset: string): void {
    const connection: Connection = {
      dataset,
      socket,
      userId: null,
      sessions: new Set(),
      subscriptions: new Set(),
    }
    connections.add(connection)
    let isAlive = true
    const heartbeat = setInterval(() => {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
      socket.send(HEARTBEAT)
    }, heartbeatMs)
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('message', (data) => socket.send(respond(connection, parseRequest(data.toString()))))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(heartbeat)
      removeConnection(connection)
    })
  }

  return {
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const dataset = SOCKET_PATH.exec(pathname)?.[1]
      if (!dataset) return rejectUpgrade(socket, '501 Not Implemented')
      if (!contentLake.get(dataset)) return rejectUpgrade(socket, '404 Not Found')
      const { origin } = request.headers
      // Browsers let any page open a WebSocket to any host, so the Origin has to be checked.
      if (origin !== undefined && !origins.check(origin).isAllowed)
        return rejectUpgrade(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (webSocket) => serveConnection(webSocket, dataset))
    },
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
