import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Account } from '@/components/auth/account/Account'
import { authPageQuery } from '@/components/auth/authPageQuery'
import { Confirm } from '@/components/auth/confirm/Confirm'
import { ForgotPassword } from '@/components/auth/password/ForgotPassword'
import { ResetPassword } from '@/components/auth/password/ResetPassword'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { SectionList, sectionPageQuery } from '@/components/sections/SectionPage'
import { Footer } from '@/components/site/Footer'
import { Header } from '@/components/site/Header'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { type PageName, pages as pageTable } from '@/lib/pages'
import type { ContentDocument } from '@/tests/support/documents'
import { loadSite, runQuery } from './runQuery'

type Documents = readonly ContentDocument[]
type Render = (documents: Documents) => Promise<string>

/** For each page, a function that renders its content as the site does; an empty string without the page's document. */
export const pageRenderers: Record<string, Render> = {
  home: createSectionRenderer('homePage'),
  services: createSectionRenderer('servicesPage'),
  studio: createSectionRenderer('studioPage'),
  about: createSectionRenderer('aboutPage'),
  landing: createSectionRenderer('landing-page-of-tests'),
  contact: async (documents) => {
    const site = await loadSite(documents)
    const page = await runQuery(contactPageQuery, documents, { id: 'contactPage' })
    return renderMarkup(page && <ContactContent page={page} site={site} />)
  },
  success: async (documents) => {
    const page = await runQuery(successPageQuery, documents, { id: 'successPage' })
    return renderMarkup(page && <Confirmation page={page} site={await loadSite(documents)} />)
  },
  signIn: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'signInPage' })
    return renderMarkup(page && <SignIn page={page} site={await loadSite(documents)} />)
  },
  signUp: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'signUpPage' })
    return renderMarkup(page && <SignUp page={page} site={await loadSite(documents)} />)
  },
  forgotPassword: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'forgotPasswordPage' })
    return renderMarkup(page && <ForgotPassword page={page} site={await loadSite(documents)} />)
  },
  resetPassword: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'resetPasswordPage' })
    return renderMarkup(page && <ResetPassword page={page} site={await loadSite(documents)} />)
  },
  confirm: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'confirmPage' })
    return renderMarkup(page && <Confirm page={page} site={await loadSite(documents)} />)
  },
  account: async (documents) => {
    const page = await runQuery(authPageQuery, documents, { id: 'accountPage' })
    return renderMarkup(page && <Account page={page} site={await loadSite(documents)} />)
  },
  terms: createLegalRenderer(pageTable.terms.document),
  privacy: createLegalRenderer(pageTable.privacy.document),
  notFound: async (documents) => {
    const page = await runQuery(notFoundPageQuery, documents, { id: 'notFoundPage' })
    return renderMarkup(page && <NotFound page={page} site={await loadSite(documents)} />)
  },
} satisfies Record<PageName | 'landing' | 'notFound', Render>

/** Renders the header and the footer of every page. */
export async function renderSiteFrame(documents: Documents): Promise<string> {
  const site = await loadSite(documents)
  return renderMarkup(
    <>
      <Header site={site} />
      <Footer site={site} year={2026} />
    </>,
  )
}

function createSectionRenderer(id: string): Render {
  return async (documents) => {
    const page = await runQuery(sectionPageQuery, documents, { id })
    return renderMarkup(page && <SectionList sections={page.sections} site={await loadSite(documents)} />)
  }
}

function createLegalRenderer(id: string): Render {
  return async (documents) => {
    const page = await runQuery(legalPageQuery, documents, { id })
    return renderMarkup(page && <LegalDocument page={page} site={await loadSite(documents)} />)
  }
}

function renderMarkup(element: ReactElement | null): string {
  return element ? renderToStaticMarkup(element) : ''
}
