import { type ClientConfig, createClient } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type Connection = Pick<WorkspaceOptions, 'apiHost' | 'unstable_clientFactory' | 'auth'>

/**
 * What the workspace needs to reach a Content Lake of one's own. With the hosted service nothing is
 * overridden, so that the SDK's defaults and Sanity's own sign-in apply.
 *
 * @param apiHost - the origin of the lake, or undefined for the hosted service
 */
export function studioConnection(apiHost: string | undefined): Connection {
  if (!apiHost) return {}
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
