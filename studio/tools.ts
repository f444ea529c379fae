import { HomeIcon } from '@sanity/icons/Home'
import { RestoreIcon } from '@sanity/icons/Restore'
import type { ComposableOption, ConfigContext, Tool } from 'sanity'
import { findTool } from './find/FindTool'
import { handbookTool } from './handbook/Handbook'
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

/** The Studio's tools for the user's role. */
export const tools: ComposableOption<Tool[], Pick<ConfigContext, 'currentUser'>> = (
  previousTools,
  { currentUser },
) => [
  start,
  ...previousTools.filter(({ name }) => name !== 'vision' || isAdministratorOrDeveloper(currentUser)),
  findTool,
  ...(canPublish(currentUser) ? [siteRestore] : []),
  handbookTool,
]
