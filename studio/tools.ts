import { HomeIcon } from '@sanity/icons/Home'
import { RestoreIcon } from '@sanity/icons/Restore'
import type { ComposableOption, ConfigContext, Tool } from 'sanity'
import { findTool } from './find/FindTool'
import { handbookTool } from './handbook/Handbook'
import { guardReleasesTool } from './releasesTool'
import { canPublish, isAdministratorOrDeveloper } from './roles'
import { SiteRestore } from './siteRestore/SiteRestore'
import { Start } from './start/Start'

const start: Tool = { name: 'start', title: 'Start', icon: HomeIcon, component: Start }
const siteRestore: Tool = {
  name: 'site-restore',
  title: 'Restore site',
  icon: RestoreIcon,
  component: SiteRestore,
}

/**
 * The Studio's tools for the user's role. Users who cannot publish do not get Sanity's tool for releases. Without it,
 * Sanity also hides other actions with releases, such as “Add to release”, which checks no permission (6.16.0).
 */
export const tools: ComposableOption<Tool[], Pick<ConfigContext, 'currentUser'>> = (
  previousTools,
  { currentUser },
) => [
  start,
  ...previousTools
    .filter(({ name }) => {
      if (name === 'vision') return isAdministratorOrDeveloper(currentUser)
      return name !== 'releases' || canPublish(currentUser)
    })
    .map((tool) => (tool.name === 'releases' ? guardReleasesTool(tool) : tool)),
  findTool,
  ...(canPublish(currentUser) ? [siteRestore] : []),
  handbookTool,
]
