import { renderToStaticMarkup } from 'react-dom/server'
import { ContactContent } from '@/components/contact/ContactContent'
import { LegalDocument } from '@/components/legal/LegalDocument'
import { Confirmation } from '@/components/membership/Confirmation'
import { SectionList } from '@/components/sections/SectionList'
import { Footer } from '@/components/site/Footer'
import { Header } from '@/components/site/Header'
import { NotFound } from '@/components/site/NotFound'
import { aboutPageQuery } from '@/lib/content/queries/about'
import { contactPageQuery } from '@/lib/content/queries/contact'
import { homePageQuery } from '@/lib/content/queries/home'
import { legalPageQuery } from '@/lib/content/queries/legal'
import { notFoundPageQuery } from '@/lib/content/queries/notFound'
import { servicesPageQuery } from '@/lib/content/queries/services'
import { studioPageQuery } from '@/lib/content/queries/studio'
import { successPageQuery } from '@/lib/content/queries/success'
import type { ContentDocument } from '@/tests/support/content-variants/documents'
import { answerTo, siteOf } from './content'
import { memberPages } from './memberPages'

type Documents = readonly ContentDocument[]

/** Renders the content of each page from a set of documents, as the routes do. */
export const pages: Record<string, (documents: Documents) => Promise<string>> = {
  home: async (documents) => sections(documents, await answerTo(homePageQuery, documents)),
  services: async (documents) => sections(documents, await answerTo(servicesPageQuery, documents)),
  studio: async (documents) => sections(documents, await answerTo(studioPageQuery, documents)),
  about: async (documents) => sections(documents, await answerTo(aboutPageQuery, documents)),
  contact: async (documents) => {
    const page = await answerTo(contactPageQuery, documents)
    return page ? renderToStaticMarkup(<ContactContent page={page} site={await siteOf(documents)} />) : ''
  },
  success: async (documents) => {
    const page = await answerTo(successPageQuery, documents)
    return page ? renderToStaticMarkup(<Confirmation page={page} />) : ''
  },
  ...memberPages,
  terms: (documents) => legal(documents, 'legalPage-terms'),
  privacy: (documents) => legal(documents, 'legalPage-privacy'),
  notFound: async (documents) =>
    renderToStaticMarkup(<NotFound page={await answerTo(notFoundPageQuery, documents)} />),
}

/** Renders what stands around every page. */
export async function frame(documents: Documents): Promise<string> {
  const site = await siteOf(documents)
  return renderToStaticMarkup(
    <>
      <Header site={site} />
      <Footer site={site} year={2026} />
    </>,
  )
}

async function sections(
  documents: Documents,
  page: { sections: Parameters<typeof SectionList>[0]['sections'] } | null,
): Promise<string> {
  return renderToStaticMarkup(<SectionList sections={page?.sections} site={await siteOf(documents)} />)
}

async function legal(documents: Documents, id: string): Promise<string> {
  const page = await answerTo(legalPageQuery, documents, { id })
  return page ? renderToStaticMarkup(<LegalDocument page={page} site={await siteOf(documents)} />) : ''
}
