import type { ClientReturn } from '@sanity/client'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AlreadySignedIn, authPageQuery, createAuthPage } from '@/components/auth/AuthPage'
import { Account } from '@/components/auth/account/Account'
import { ConfirmForm } from '@/components/auth/confirm/ConfirmForm'
import { ForgotPasswordForm } from '@/components/auth/ForgotPasswordForm'
import { ResetPassword } from '@/components/auth/ResetPassword'
import { SignInForm } from '@/components/auth/SignInForm'
import { SignUpForm } from '@/components/auth/SignUpForm'
import { ContactContent, contactPageQuery } from '@/components/contact/ContactContent'
import { LegalDocument, legalPageQuery } from '@/components/legal/LegalDocument'
import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { SectionList, sectionPageQuery } from '@/components/sections/SectionPage'
import { Footer } from '@/components/site/Footer'
import { Header } from '@/components/site/Header'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import type { SiteContent } from '@/lib/content/reading/settings'
import { type PageName, pages as pageTable } from '@/lib/pages'
import type { ContentDocument } from '@/tests/support/documents'
import { loadSite, runQuery } from './runQuery'

type Documents = readonly ContentDocument[]
type Render = (documents: Documents) => Promise<string>

/** For each page, a function that renders its content as the site does; it returns '' if the document is missing. */
export const pageRenderers: Record<string, Render> = {
  home: createRenderer(sectionPageQuery, 'homePage', Sections),
  services: createRenderer(sectionPageQuery, 'servicesPage', Sections),
  studio: createRenderer(sectionPageQuery, 'studioPage', Sections),
  about: createRenderer(sectionPageQuery, 'aboutPage', Sections),
  landing: createRenderer(sectionPageQuery, 'test-landing-page', Sections),
  contact: createRenderer(contactPageQuery, 'contactPage', ContactContent),
  success: createRenderer(successPageQuery, 'successPage', Confirmation),
  signIn: createRenderer(
    authPageQuery,
    'signInPage',
    createAuthPage<'signInPage'>(SignInForm, AlreadySignedIn),
  ),
  signUp: createRenderer(
    authPageQuery,
    'signUpPage',
    createAuthPage<'signUpPage'>(SignUpForm, AlreadySignedIn),
  ),
  forgotPassword: createRenderer(
    authPageQuery,
    'forgotPasswordPage',
    createAuthPage<'forgotPasswordPage'>(ForgotPasswordForm),
  ),
  resetPassword: createRenderer(authPageQuery, 'resetPasswordPage', ResetPassword),
  confirm: createRenderer(authPageQuery, 'confirmPage', createAuthPage<'confirmPage'>(ConfirmForm)),
  account: createRenderer(authPageQuery, 'accountPage', Account),
  terms: createRenderer(legalPageQuery, pageTable.terms.document, LegalDocument),
  privacy: createRenderer(legalPageQuery, pageTable.privacy.document, LegalDocument),
  notFound: createRenderer(notFoundPageQuery, 'notFoundPage', NotFound),
} satisfies Record<PageName | 'landing' | 'notFound', Render>

/** Renders the header and the footer that every page has. */
export async function renderSiteFrame(documents: Documents): Promise<string> {
  const site = await loadSite(documents)
  return renderMarkup(
    <>
      <Header site={site} />
      <Footer site={site} year={2026} />
    </>,
  )
}

/** Returns a function that renders `Page` with the query's result for the document with this id. */
function createRenderer<const Query extends string>(
  query: Query,
  id: string,
  Page: (props: { page: NonNullable<ClientReturn<Query>>; site: SiteContent }) => ReactNode,
): Render {
  return async (documents) => {
    const page = await runQuery(query, documents, { id })
    return renderMarkup(page && <Page page={page} site={await loadSite(documents)} />)
  }
}

type SectionPage = NonNullable<ClientReturn<typeof sectionPageQuery>>

function Sections({ page: { sections }, site }: { page: SectionPage; site: SiteContent }) {
  return <SectionList sections={sections} site={site} />
}

function renderMarkup(element: ReactElement | null): string {
  return element ? renderToStaticMarkup(element) : ''
}
