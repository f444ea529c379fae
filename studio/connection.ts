import { type ClientConfig, createClient } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type Connection = Pick<WorkspaceOptions, 'apiHost' | 'unstable_clientFactory' | 'auth'>

/**
 * Options with which the workspace reaches the Content Lake. Editors sign in with a token in both cases: the client has
 * none after Sanity's default sign-in by cookie, and the site's own routes check the role behind the token
 * (`readSales`).
 *
 * @param apiHost - the origin of a local Content Lake, or undefined for the hosted service
 */
export function getStudioConnection(apiHost: string | undefined): Connection {
  if (!apiHost) return { auth: { loginMethod: 'token' } }
  return {
    apiHost,
    // The Studio would put the project's id in front of the host name.
    unstable_clientFactory: (config: ClientConfig) =>
      createClient({ ...config, apiHost, useProjectHostname: false }),
    auth: {
      loginMethod: 'token',
      redirectOnSingle: false,
      providers: [{ name: 'local', title: 'Local account', url: `${apiHost}/v1/auth/login/local` }],
    },
  }
}
