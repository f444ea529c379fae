import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SectionPage, sectionPageQuery } from '@/components/sections/SectionPage'
import { contentPage } from '@/components/site/ContentPage'
import type { SearchParams } from '@/lib/announcements/announcements'
import { landingPageAt } from '@/lib/content/landingPageList'
import { getRoutablePaths } from '@/lib/content/routablePaths'
import { toPage } from '@/lib/landingPages'

/** A page that is not there yet is made whole before its first visitor gets it. */
export const ensureStatic = 'navigation'

type Props = { params: Promise<{ address: string }>; searchParams?: SearchParams }

/** Stands for all landing pages while there is none: Next demands one. The proxy lets nobody through to it. */
const none = '-'

/**
 * The landing pages that are there when the site is built; later ones are made with their first visit.
 *
 * https://nextjs.org/docs/app/api-reference/functions/generate-static-params#with-cache-components
 */
export async function generateStaticParams(): Promise<{ address: string }[]> {
  const { landingPages } = await getRoutablePaths()
  const addresses = [...landingPages].map((path) => path.slice(1))
  return (addresses.length > 0 ? addresses : [none]).map((address) => ({ address }))
}

async function pageOf({ params }: Props) {
  const { address } = await params
  const landingPage = await landingPageAt(`/${address}`)
  if (!landingPage) notFound()
  return contentPage(toPage(landingPage), sectionPageQuery, SectionPage)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return (await pageOf(props)).generateMetadata()
}

/** A page that editors have made, at an address of their choice. */
export default async function LandingPage(props: Props) {
  const { Page } = await pageOf(props)
  return <Page searchParams={props.searchParams} />
}
