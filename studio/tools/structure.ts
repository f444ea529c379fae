import { ClockIcon } from '@sanity/icons/Clock'
import { CogIcon } from '@sanity/icons/Cog'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import { RocketIcon } from '@sanity/icons/Rocket'
import type { ComponentType } from 'react'
import type { ListItemBuilder, StructureResolver } from 'sanity/structure'
import { pageTypes } from '@/lib/content/fixedDocuments'
import { apiVersion } from '@/lib/content/reading/config'
import { legalPages } from '@/lib/pages'
import { contentPages } from '../actions/fixedDocuments'
import { getSiteTypes } from '../documentTitle'
import { canPublish } from '../roles'
import { BeforeLaunch } from './BeforeLaunch'

/** The lists in the “Content” tool. */
export const structure: StructureResolver = (S, { schema, currentUser }) => {
  const listItem = (id: string, title: string, icon: ComponentType | undefined) =>
    S.listItem().id(id).title(title).icon(icon)
  const document = (id: string, type: string, title = schema.get(type)?.title ?? type) =>
    listItem(id, title, schema.get(type)?.icon)
      .schemaType(type)
      .child(S.document().schemaType(type).documentId(id).title(title))
  const singleton = (type: string) => document(type, type)
  const group = (id: string, title: string, icon: ComponentType, items: ListItemBuilder[]) =>
    listItem(id, title, icon).child(S.list().id(id).title(title).items(items))
  return S.list()
    .id('content')
    .title('Content')
    .items([
      group('pages', 'Pages', DocumentsIcon, contentPages.map(singleton)),
      S.documentTypeListItem('landingPage').title('Landing pages'),
      singleton('offer'),
      S.documentTypeListItem('announcement').title('Announcements'),
      singleton('gallery'),
      group(
        'legal',
        'Legal',
        DocumentTextIcon,
        legalPages.map((page) => document(page.document, 'legalPage', page.title)),
      ),
      singleton('siteSettings'),
      ...(canPublish(currentUser) ? [singleton('redirects')] : []),
      listItem('before-launch', 'Before launch', RocketIcon).child(
        S.component(BeforeLaunch).id('before-launch').title('Before launch'),
      ),
      S.divider(),
      group('rarely', 'Accounts, errors and messages', CogIcon, [
        ...pageTypes.filter((type) => !contentPages.includes(type)).map(singleton),
        singleton('messages'),
      ]),
      listItem('changes', 'Recent changes', ClockIcon).child(
        S.documentList()
          .id('changes')
          .title('Recent changes')
          .apiVersion(apiVersion)
          .filter('_type in $types')
          .params({ types: getSiteTypes(schema) })
          .defaultOrdering([{ field: '_updatedAt', direction: 'desc' }]),
      ),
    ])
}
