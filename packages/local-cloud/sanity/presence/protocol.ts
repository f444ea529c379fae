import { isRecord } from '../../http/body.ts'

/** A request of the Studio's realtime client (`@sanity/bifur-client`): JSON-RPC 2.0. */
export type RpcRequest = { id: string | number; method: string; params: Record<string, unknown> }

/** Error codes as `@sanity/bifur-client` lists them. */
export const CODES = {
  unauthorized: 4001,
  notFound: 4004,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  parseError: -32700,
} as const

/** What goes over the wire to say that the connection is alive. */
export const HEARTBEAT = '♥'

/** Reads a message. Answers an error code when it isn't a request. */
export function readRequest(text: string): RpcRequest | number {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return CODES.parseError
  }
  if (!isRecord(message) || message.jsonrpc !== '2.0' || typeof message.method !== 'string') {
    return CODES.invalidRequest
  }
  if (typeof message.id !== 'string' && typeof message.id !== 'number') return CODES.invalidRequest
  return { id: message.id, method: message.method, params: isRecord(message.params) ? message.params : {} }
}

/** The answer to a request. */
export function result(id: RpcRequest['id'], value: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value })
}

/** The answer to a request that fails, or (without an id) to something that is none. */
export function failure(id: RpcRequest['id'] | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** An event for a subscriber. */
export function notification(subscription: string, event: unknown): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    method: 'presence_subscription',
    params: { subscription, result: event },
  })
}
