import { BookIcon } from '@sanity/icons/Book'
import { DocumentsIcon } from '@sanity/icons/Documents'
import { DocumentTextIcon } from '@sanity/icons/DocumentText'
import type { StructureBuilder, StructureResolver } from 'sanity/structure'
import { legalPages } from '@/lib/pages'
import { pageTypes } from './fixedDocuments'
import { Handbook } from './Handbook'

/** The desk, which reads like the site. */
export const structure: StructureResolver = (S, { schema }) => {
  const singleton = (type: string) => {
    const title = schema.get(type)?.title ?? type
    return S.listItem()
      .id(type)
      .title(title)
      .icon(schema.get(type)?.icon)
      .schemaType(type)
      .child(S.document().schemaType(type).documentId(type).title(title))
  }
  return S.list()
    .id('content')
    .title('Content')
    .items([
      S.listItem()
        .id('pages')
        .title('Pages')
        .icon(DocumentsIcon)
        .child(S.list().id('pages').title('Pages').items(pageTypes.map(singleton))),
      singleton('offer'),
      singleton('gallery'),
      legalItem(S),
      singleton('siteSettings'),
      singleton('messages'),
      S.divider(),
      S.listItem()
        .id('handbook')
        .title('Handbook')
        .icon(BookIcon)
        .child(S.component(Handbook).id('handbook').title('Handbook for editors')),
    ])
}

function legalItem(S: StructureBuilder) {
  const items = legalPages.map(({ document, title }) =>
    S.listItem()
      .id(document)
      .title(title)
      .icon(DocumentTextIcon)
      .schemaType('legalPage')
      .child(S.document().schemaType('legalPage').documentId(document).title(title)),
  )
  return S.listItem()
    .id('legal')
    .title('Legal')
    .icon(DocumentTextIcon)
    .child(S.list().id('legal').title('Legal').items(items))
}
