import { type ClientConfig, createClient } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type Connection = Pick<WorkspaceOptions, 'apiHost' | 'unstable_clientFactory' | 'auth'>

/**
 * Returns the workspace options that select the Content Lake. Editors always sign in with a token: with Sanity's default
 * cookie the client has no token, and the site's own routes check the token's role (`readSales`).
 *
 * @param apiHost - the origin of a local Content Lake, or undefined for the hosted service
 */
export function getStudioConnection(apiHost: string | undefined): Connection {
  if (!apiHost) return { auth: { loginMethod: 'token' } }
  return {
    apiHost,
    // By default Sanity prefixes the host name with the project's id.
    unstable_clientFactory: (config: ClientConfig) =>
      createClient({ ...config, apiHost, useProjectHostname: false }),
    auth: {
      loginMethod: 'token',
      redirectOnSingle: false,
      providers: [{ name: 'local', title: 'Local account', url: `${apiHost}/v1/auth/login/local` }],
    },
  }
}
