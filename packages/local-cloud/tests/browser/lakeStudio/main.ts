import { createClient } from '@sanity/client'
import { defineConfig, renderStudio, type WorkspaceOptions } from 'sanity'
import { structureTool } from 'sanity/structure'
import { types } from './types.ts'

const apiHost = document.querySelector('meta[name="content-lake"]')?.getAttribute('content') ?? ''
const element = document.getElementById('studio')
if (!element) throw new Error('The page has no place for the Studio.')

/** The same Studio also has what belongs to Sanity's paid plans below `/paid`. */
const [, name = ''] = /^\/(paid)\b/.exec(location.pathname) ?? []
const paid = name === 'paid'

const switches: Partial<WorkspaceOptions> = {
  scheduledPublishing: { enabled: false },
  scheduledDrafts: { enabled: paid },
  tasks: { enabled: paid },
  releases: { enabled: paid },
  announcements: { enabled: false },
  document: { comments: { enabled: paid } },
}

// As sanity/README.md tells to set up a Studio.
renderStudio(
  element,
  defineConfig({
    basePath: `/${name}`,
    projectId: 'local',
    dataset: 'production',
    apiHost,
    unstable_clientFactory: (config) => createClient({ ...config, apiHost, useProjectHostname: false }),
    auth: {
      loginMethod: 'token',
      redirectOnSingle: false,
      providers: [{ name: 'local', title: 'Local account', url: `${apiHost}/v1/auth/login/local` }],
    },
    ...switches,
    plugins: [structureTool()],
    schema: { types },
  }),
)
