import { type ClientConfig, createClient, type RequestHandler } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type Connection = Pick<WorkspaceOptions, 'apiHost' | 'unstable_clientFactory' | 'auth'>

/** The delay before a read that got no response is retried. */
const retryDelayMs = 1000

/**
 * Until the network is back, retries reads that get no response. Otherwise a failed read, such as Sanity's check of
 * references, replaces the form and its unsaved text with an error (Sanity 6.16.0). Errors before the first response
 * are thrown, so that Sanity can report a CORS origin that is not allowed.
 */
export function repeatReadsUntilOnline(
  sanityHandler: RequestHandler = (request, next) => next(request),
): RequestHandler {
  let isConnected = false
  return (request, next) =>
    sanityHandler(request, async (preparedRequest) => {
      for (;;) {
        try {
          const body = await next(preparedRequest)
          isConnected = true
          return body
        } catch (error) {
          // `fetch` rejects with a TypeError when there is no response.
          const isRead = (preparedRequest.method ?? 'GET') === 'GET'
          if (!(error instanceof TypeError) || !isRead || !isConnected) throw error
          await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
          preparedRequest.signal?.throwIfAborted()
        }
      }
    })
}

/**
 * Returns the workspace options that select the Content Lake. Editors always sign in with a token: with Sanity's default
 * cookie the client has no token, but the site needs one to start viewers' previews (`presentation.ts`).
 *
 * @param apiHost - the origin of a local Content Lake; undefined or empty for the hosted service
 */
export function getStudioConnection(apiHost: string | undefined): Connection {
  // By default Sanity prefixes the host name with the project's id.
  const hostOptions = apiHost ? { apiHost, useProjectHostname: false } : {}
  const unstable_clientFactory = (config: ClientConfig) =>
    createClient({ ...config, ...hostOptions, requestHandler: repeatReadsUntilOnline(config.requestHandler) })
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
