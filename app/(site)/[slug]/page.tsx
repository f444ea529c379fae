import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SectionPage, sectionPageQuery } from '@/components/sections/SectionPage'
import { createContentPage } from '@/components/site/ContentPage'
import { findLandingPage } from '@/lib/content/routing/landingPageList'
import { getRoutablePaths } from '@/lib/content/routing/routablePaths'
import { toPage } from '@/lib/landingPages'

/** Renders a new landing page completely before the first visitor receives it. */
export const ensureStatic = 'navigation'

type Props = { params: Promise<{ slug: string }> }

/** Prerendered while there are no landing pages, since Next requires a slug. The proxy never routes to it. */
const placeholderSlug = '-'

/**
 * Lists the landing pages at build time. Later ones are rendered when they are first requested.
 *
 * https://nextjs.org/docs/app/api-reference/functions/generate-static-params#with-cache-components
 */
export async function generateStaticParams(): Promise<{ slug: string }[]> {
  const { landingPages } = await getRoutablePaths()
  const slugs = [...landingPages].map((path) => path.slice(1))
  return (slugs.length > 0 ? slugs : [placeholderSlug]).map((slug) => ({ slug }))
}

async function loadPage({ params }: Props) {
  const { slug } = await params
  const landingPage = await findLandingPage(`/${slug}`)
  if (!landingPage) notFound()
  return createContentPage(toPage(landingPage), sectionPageQuery, SectionPage)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return (await loadPage(props)).generateMetadata()
}

/** A landing page. */
export default async function LandingPage(props: Props) {
  const { Page } = await loadPage(props)
  return <Page />
}
