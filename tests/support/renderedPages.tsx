import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Account } from '@/components/auth/account/Account'
import { Claim } from '@/components/auth/claim/Claim'
import { Confirm } from '@/components/auth/confirm/Confirm'
import { ForgotPassword } from '@/components/auth/password/ForgotPassword'
import { ResetPassword } from '@/components/auth/password/ResetPassword'
import * as queries from '@/components/auth/queries'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { SectionList, sectionPageQuery } from '@/components/sections/SectionPage'
import { Footer } from '@/components/site/Footer'
import { Header } from '@/components/site/Header'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { type PageName, pages as table } from '@/lib/pages'
import type { ContentDocument } from '@/tests/support/contentVariants/documents'
import { loadSite, runQuery } from './runQuery'

type Documents = readonly ContentDocument[]
type Render = (documents: Documents) => Promise<string>

/** Renderers of each page's content from a set of documents, as its route renders it. */
export const pageRenderers: Record<string, Render> = {
  home: sections('homePage'),
  services: sections('servicesPage'),
  studio: sections('studioPage'),
  about: sections('aboutPage'),
  landing: sections('landing-page-of-tests'),
  contact: async (documents) => {
    const site = await loadSite(documents)
    const page = await runQuery(contactPageQuery, documents, { id: 'contactPage' })
    return markup(page && <ContactContent page={page} site={site} />)
  },
  success: async (documents) => {
    const page = await runQuery(successPageQuery, documents, { id: 'successPage' })
    return markup(page && <Confirmation page={page} />)
  },
  signIn: async (documents) => {
    const page = await runQuery(queries.signInPageQuery, documents, { id: 'signInPage' })
    return markup(page && <SignIn page={page} site={await loadSite(documents)} />)
  },
  signUp: async (documents) => {
    const page = await runQuery(queries.signUpPageQuery, documents, { id: 'signUpPage' })
    return markup(page && <SignUp page={page} site={await loadSite(documents)} />)
  },
  forgotPassword: async (documents) => {
    const page = await runQuery(queries.forgotPasswordPageQuery, documents, { id: 'forgotPasswordPage' })
    return markup(page && <ForgotPassword page={page} site={await loadSite(documents)} />)
  },
  resetPassword: async (documents) => {
    const page = await runQuery(queries.resetPasswordPageQuery, documents, { id: 'resetPasswordPage' })
    return markup(page && <ResetPassword page={page} site={await loadSite(documents)} />)
  },
  confirm: async (documents) => {
    const page = await runQuery(queries.confirmPageQuery, documents, { id: 'confirmPage' })
    return markup(page && <Confirm page={page} site={await loadSite(documents)} />)
  },
  account: async (documents) => {
    const page = await runQuery(queries.accountPageQuery, documents, { id: 'accountPage' })
    return markup(page && <Account page={page} site={await loadSite(documents)} />)
  },
  claim: async (documents) => {
    const page = await runQuery(queries.claimPageQuery, documents, { id: 'claimPage' })
    return markup(page && <Claim page={page} site={await loadSite(documents)} />)
  },
  terms: legal(table.terms.document),
  privacy: legal(table.privacy.document),
  notFound: async (documents) => {
    const page = await runQuery(notFoundPageQuery, documents, { id: 'notFoundPage' })
    return markup(page && <NotFound page={page} />)
  },
} satisfies Record<PageName | 'landing' | 'notFound', Render>

/** Renders the header and the footer of every page. */
export async function renderSiteFrame(documents: Documents): Promise<string> {
  const site = await loadSite(documents)
  return markup(
    <>
      <Header site={site} />
      <Footer site={site} year={2026} />
    </>,
  )
}

function sections(id: string): Render {
  return async (documents) => {
    const page = await runQuery(sectionPageQuery, documents, { id })
    return markup(page && <SectionList sections={page.sections} site={await loadSite(documents)} />)
  }
}

function legal(id: string): Render {
  return async (documents) => {
    const page = await runQuery(legalPageQuery, documents, { id })
    return markup(page && <LegalDocument page={page} site={await loadSite(documents)} />)
  }
}

function markup(element: ReactElement | null): string {
  return element ? renderToStaticMarkup(element) : ''
}
