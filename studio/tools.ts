import { HomeIcon } from '@sanity/icons/Home'
import { RestoreIcon } from '@sanity/icons/Restore'
import type { ComposableOption, ConfigContext, Tool } from 'sanity'
import { findTool } from './find/FindTool'
import { handbookTool } from './handbook/Handbook'
import { guardReleasesTool } from './releasesTool'
import { canPublish, isAdministrator } from './roles'
import { SiteRestore } from './siteRestore/SiteRestore'
import { Start } from './start/Start'

const start: Tool = { name: 'start', title: 'Start', icon: HomeIcon, component: Start }
const putBack: Tool = { name: 'put-back', title: 'Put back', icon: RestoreIcon, component: SiteRestore }

/**
 * The Studio's tools for whoever is signed in: what a role may not do is not offered. Without the tool for releases
 * Sanity offers nothing else of them, such as “Add to release”, which asks for no permission (Sanity 6.16.0).
 */
export const tools: ComposableOption<Tool[], Pick<ConfigContext, 'currentUser'>> = (
  given,
  { currentUser },
) => [
  start,
  ...given
    .filter(({ name }) => {
      if (name === 'vision') return isAdministrator(currentUser)
      return name !== 'releases' || canPublish(currentUser)
    })
    .map((tool) => (tool.name === 'releases' ? guardReleasesTool(tool) : tool)),
  findTool,
  ...(canPublish(currentUser) ? [putBack] : []),
  handbookTool,
]
