import { type ClientConfig, createClient, type RequestHandler } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type Connection = Pick<WorkspaceOptions, 'apiHost' | 'unstable_clientFactory' | 'auth'>

/** The pause before a request is repeated that got no response. Milliseconds. */
const pause = 1000

/**
 * Repeats reads that get no response until the network is back. Otherwise the error of one of Sanity's reads, such as the
 * one that checks references, replaces the form and the editor's unsaved words (6.16.0). Until the first response errors
 * are thrown, so that Sanity can explain a wrong origin.
 *
 * @param own - Sanity's handler
 */
export function repeatWithoutNetwork(own: RequestHandler = (request, next) => next(request)): RequestHandler {
  let isConnected = false
  return (request, next) =>
    own(request, async (prepared) => {
      for (;;) {
        try {
          const body = await next(prepared)
          isConnected = true
          return body
        } catch (error) {
          // `fetch` rejects with a TypeError when there is no response.
          const isRead = (prepared.method ?? 'GET') === 'GET'
          if (!(error instanceof TypeError) || !isRead || !isConnected) throw error
          await new Promise((resolve) => setTimeout(resolve, pause))
          prepared.signal?.throwIfAborted()
        }
      }
    })
}

/**
 * Returns the workspace options that select the Content Lake. Editors always sign in with a token: with Sanity's default
 * cookie the client has no token, and the site's own routes check the token's role (`readSales`).
 *
 * @param apiHost - the origin of a local Content Lake, or undefined for the hosted service
 */
export function getStudioConnection(apiHost: string | undefined): Connection {
  // By default Sanity prefixes the host name with the project's id.
  const host = apiHost ? { apiHost, useProjectHostname: false } : {}
  const unstable_clientFactory = (config: ClientConfig) =>
    createClient({ ...config, ...host, requestHandler: repeatWithoutNetwork(config.requestHandler) })
  if (!apiHost) return { unstable_clientFactory, auth: { loginMethod: 'token' } }
  return {
    apiHost,
    unstable_clientFactory,
    auth: {
      loginMethod: 'token',
      redirectOnSingle: false,
      providers: [{ name: 'local', title: 'Local account', url: `${apiHost}/v1/auth/login/local` }],
    },
  }
}
