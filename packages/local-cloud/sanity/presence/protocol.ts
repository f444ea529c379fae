import { z } from 'zod'

/** A request of the Studio's realtime client (`@sanity/bifur-client`): JSON-RPC 2.0. */
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
export const CODES = { unauthorized: 4001, invalidRequest: -32600, methodNotFound: -32601 } as const

/** The message that keeps a connection alive. */
export const HEARTBEAT = '♥'

/** Parses a message; undefined when it isn't a valid request. */
export function readRequest(text: string): RpcRequest | undefined {
  try {
    return requestSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The response to a request. */
export function resultMessage(id: RpcRequest['id'], value: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value })
}

/** The error response to a request, or to an invalid message without an id. */
export function errorMessage(id: RpcRequest['id'] | null, code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
}

/** An event for a subscription. */
export function eventMessage(subscription: string, event: unknown): string {
  const params = { subscription, result: event }
  return JSON.stringify({ jsonrpc: '2.0', method: 'presence_subscription', params })
}
