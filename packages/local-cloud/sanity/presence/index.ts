import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AccountStore } from '../auth/store.ts'
import type { ContentLake } from '../lake.ts'
import type { Origins } from '../origins.ts'
import { CODES, failure, HEARTBEAT, notification, type RpcRequest, readRequest, result } from './protocol.ts'
import { type Member, Room } from './room.ts'

const SOCKET = /^\/v[^/]+\/socket\/([^/]+)$/
/** Milliseconds. */
const HEARTBEAT_INTERVAL = 15_000
/** An announcement is a list of places in documents. Bytes. */
const MAX_MESSAGE = 64 * 1024

/** Who looks at what, over WebSockets. */
export type Presence = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends every connection. */
  close(): void
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * `GET /socket/:dataset` as a WebSocket. The method `authorization` with a token comes first; until then every other one
 * fails.
 */
export function createPresence(lake: ContentLake, accounts: AccountStore, origins: Origins): Presence {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false })
  const rooms = new Map<string, Room>()

  function roomOf(dataset: string): Room {
    const room = rooms.get(dataset) ?? new Room()
    rooms.set(dataset, room)
    return room
  }

  function perform(room: Room, member: Member, { id, method, params }: RpcRequest): string {
    if (method === 'authorization') {
      const token = /^Bearer +(\S+)$/i.exec(String(params.authorization ?? ''))?.[1]
      const identity = token ? accounts.identify(token) : undefined
      if (!identity) return failure(id, CODES.unauthorized, 'Unauthorized')
      member.userId = identity.id
      return result(id, true)
    }
    const { userId } = member
    if (userId === null) return failure(id, CODES.unauthorized, 'Unauthorized')
    switch (method) {
      case 'presence_subscribe': {
        const subscription = randomUUID()
        member.subscriptions.add(subscription)
        return result(id, subscription)
      }
      case 'presence_unsubscribe':
        return result(id, member.subscriptions.delete(String(params.subscriptionId)))
      case 'presence_rollcall':
        if (typeof params.session !== 'string')
          return failure(id, CODES.invalidParams, '"session" is missing')
        room.broadcast({ type: 'rollCall', i: userId, session: params.session })
        return result(id, true)
      case 'presence_announce': {
        const { data } = params
        const isState =
          typeof data === 'object' && data !== null && 'sessionId' in data && 'locations' in data
        if (!isState || typeof data.sessionId !== 'string' || !Array.isArray(data.locations)) {
          return failure(id, CODES.invalidParams, '"data" must hold sessionId and locations')
        }
        member.sessions.add(data.sessionId)
        const { sessionId, locations } = data
        room.broadcast({ type: 'state', i: userId, m: { sessionId, locations } })
        return result(id, true)
      }
      case 'presence_disconnect':
        if (typeof params.session !== 'string')
          return failure(id, CODES.invalidParams, '"session" is missing')
        member.sessions.delete(params.session)
        room.broadcast({ type: 'disconnect', i: userId, m: { session: params.session } })
        return result(id, true)
      default:
        return failure(id, CODES.methodNotFound, `The local cloud does not support "${method}"`)
    }
  }

  function serve(socket: WebSocket, room: Room): void {
    const member: Member = {
      userId: null,
      sessions: new Set(),
      subscriptions: new Set(),
      notify: (subscription, event) => socket.send(notification(subscription, event)),
    }
    room.join(member)
    let alive = true
    const heartbeat = setInterval(() => {
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
      socket.send(HEARTBEAT)
    }, HEARTBEAT_INTERVAL)
    socket.on('pong', () => {
      alive = true
    })
    socket.on('message', (data, isBinary) => {
      const request = isBinary ? CODES.invalidRequest : readRequest(data.toString())
      const answer =
        typeof request === 'number'
          ? failure(null, request, 'Not a JSON-RPC request')
          : perform(room, member, request)
      socket.send(answer)
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(heartbeat)
      room.leave(member)
    })
  }

  return {
    upgrade(request, socket, head) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const dataset = SOCKET.exec(pathname)?.[1]
      if (!dataset) return refuse(socket, '501 Not Implemented')
      if (!lake.get(dataset)) return refuse(socket, '404 Not Found')
      const { origin } = request.headers
      // Browsers let any page open a WebSocket to any host: only the Origin tells them apart.
      if (origin !== undefined && !origins.judge(origin).allowed) return refuse(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, roomOf(dataset)))
    },
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
