import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AccountStore } from '../auth/store.ts'
import type { ContentLake } from '../contentLake.ts'
import type { Origins } from '../origins.ts'
import {
  CODES,
  errorMessage,
  eventMessage,
  HEARTBEAT,
  type RpcRequest,
  readRequest,
  resultMessage,
} from './protocol.ts'

const SOCKET = /^\/v[^/]+\/socket\/([^/]+)$/
const heartbeatMs = 15_000
const maxMessageBytes = 64 * 1024

/** A connection, whose user is null until the method `authorization`. */
type Member = {
  dataset: string
  socket: WebSocket
  userId: string | null
  sessions: Set<string>
  subscriptions: Set<string>
}

/** An event of the Studio's presence store. */
type PresenceEvent =
  | { type: 'rollCall'; i: string; session: string }
  | { type: 'state'; i: string; m: { sessionId: string; locations: unknown[] } }
  | { type: 'disconnect'; i: string; m: { session: string } }

/** The locations of users in documents, over WebSockets. */
export type Presence = {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): void
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Serves `GET /socket/:dataset` as a WebSocket. All methods need a previous `authorization` with a token. */
export function createPresence(contentLake: ContentLake, accounts: AccountStore, origins: Origins): Presence {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  })
  const members = new Set<Member>()

  /** Sends an event to all subscribers of a dataset. The Studio ignores events of its own session. */
  function broadcast(dataset: string, event: PresenceEvent): void {
    for (const member of members) {
      if (member.dataset !== dataset || member.userId === null) continue
      for (const subscription of member.subscriptions) member.socket.send(eventMessage(subscription, event))
    }
  }

  function leave(member: Member): void {
    members.delete(member)
    const { dataset, userId, sessions } = member
    if (userId === null) return
    for (const session of sessions) broadcast(dataset, { type: 'disconnect', i: userId, m: { session } })
  }

  /** Performs a method and returns its result; undefined for an unknown method or missing parameters. */
  function call(member: Member, userId: string, { method, params }: RpcRequest): unknown {
    const { session, data } = params
    switch (method) {
      case 'presence_subscribe': {
        const subscription = randomUUID()
        member.subscriptions.add(subscription)
        return subscription
      }
      case 'presence_unsubscribe':
        return member.subscriptions.delete(params.subscriptionId ?? '')
      case 'presence_rollcall':
        if (session === undefined) return
        broadcast(member.dataset, { type: 'rollCall', i: userId, session })
        return true
      case 'presence_announce':
        if (!data) return
        member.sessions.add(data.sessionId)
        broadcast(member.dataset, { type: 'state', i: userId, m: data })
        return true
      case 'presence_disconnect':
        if (session === undefined) return
        member.sessions.delete(session)
        broadcast(member.dataset, { type: 'disconnect', i: userId, m: { session } })
        return true
    }
  }

  function respond(member: Member, request: RpcRequest | undefined): string {
    if (!request) return errorMessage(null, CODES.invalidRequest, 'Invalid JSON-RPC request')
    const { id, method, params } = request
    if (method === 'authorization') {
      const token = /^Bearer +(\S+)$/i.exec(params.authorization ?? '')?.[1]
      member.userId = (token && accounts.identify(token)?.id) || null
    }
    if (member.userId === null) return errorMessage(id, CODES.unauthorized, 'Unauthorized')
    const value = method === 'authorization' ? true : call(member, member.userId, request)
    if (value !== undefined) return resultMessage(id, value)
    return errorMessage(
      id,
      CODES.methodNotFound,
      `The local cloud does not support this request of "${method}"`,
    )
  }

  function serve(socket: WebSocket, dataset: string): void {
    const member: Member = { dataset, socket, userId: null, sessions: new Set(), subscriptions: new Set() }
    members.add(member)
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
    socket.on('message', (data) => socket.send(respond(member, readRequest(data.toString()))))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearInterval(heartbeat)
      leave(member)
    })
  }

  return {
    upgrade(request, socket, head) {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const dataset = SOCKET.exec(pathname)?.[1]
      if (!dataset) return rejectUpgrade(socket, '501 Not Implemented')
      if (!contentLake.get(dataset)) return rejectUpgrade(socket, '404 Not Found')
      const { origin } = request.headers
      // Browsers let any page open a WebSocket to any host, so the Origin has to be checked.
      if (origin !== undefined && !origins.judge(origin).allowed)
        return rejectUpgrade(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, dataset))
    },
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}
