import { RestoreIcon } from '@sanity/icons/Restore'
import type { ComposableOption, ConfigContext, Tool } from 'sanity'
import { findTool } from './find/FindTool'
import { PutBack } from './putBack/PutBack'
import { isAdministrator, mayPublish } from './roles'

const putBack: Tool = { name: 'put-back', title: 'Put back', icon: RestoreIcon, component: PutBack }

/** The Studio's tools for whoever is signed in: what a role may not do is not offered. */
export const tools: ComposableOption<Tool[], Pick<ConfigContext, 'currentUser'>> = (
  given,
  { currentUser },
) => [
  ...given.filter(({ name }) => name !== 'vision' || isAdministrator(currentUser)),
  findTool,
  ...(mayPublish(currentUser) ? [putBack] : []),
]
