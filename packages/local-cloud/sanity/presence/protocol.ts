import { z } from 'zod'

/** A request from the Studio's realtime client (`@sanity/bifur-client`): JSON-RPC 2.0. */
const requestSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z
    .looseObject({
      authorization: z.string(),
      subscriptionId: z.string(),
      session: z.string(),
      data: z.object({ sessionId: z.string(), locations: z.array(z.unknown()) }),
    })
    .partial()
    .default({}),
})
export type RpcRequest = z.infer<typeof requestSchema>

/** Error codes of `@sanity/bifur-client`. */
export const ERROR_CODES = { unauthorized: 4001, invalidRequest: -32600, methodNotFound: -32601 } as const

/** The message that keeps a connection alive. */
export const HEARTBEAT = '♥'

/** Parses a message; undefined when it isn't a valid request. */
export function parseRequest(text: string): RpcRequest | undefined {
  try {
    return requestSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Formats the response to a request. */
export function formatResult(id: RpcRequest['id'], value: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value })
}

/** Formats the error response to a request, or, without an id, to an invalid message. */
export function formatError(id: RpcRequest['id'] | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** Formats an event for a subscription. */
export function formatEvent(subscription: string, event: unknown): string {
  const params = { subscription, result: event }
  return JSON.stringify({ jsonrpc: '2.0', method: 'presence_subscription', params })
}
