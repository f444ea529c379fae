import { RestoreIcon } from '@sanity/icons/Restore'
import type { ComposableOption, ConfigContext, Tool } from 'sanity'
import { canPublish, isAdministratorOrDeveloper } from '../roles'
import { findTool } from './find/FindTool'
import { handbookTool } from './Handbook'
import { SiteRestore } from './siteRestore/SiteRestore'

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
  ...previousTools.filter(({ name }) => {
    if (name === 'vision') return isAdministratorOrDeveloper(currentUser)
    return name !== 'media' || canPublish(currentUser)
  }),
  findTool,
  ...(canPublish(currentUser) ? [siteRestore] : []),
  handbookTool,
]
